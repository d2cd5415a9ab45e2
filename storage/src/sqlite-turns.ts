import { AsyncLocalStorage } from 'node:async_hooks'

/** When a question began to wait, for a batch its first one, perhaps behind others; unset is now. */
export const waitingSince = new AsyncLocalStorage<number>()

/** The embedded database takes one writer at a time; others wait in line, up to a deadline. */
export type Turns = {
  /** Resolves with the turn, which lasts until `end`; rejects where it does not come by then. */
  begin(until: number): Promise<void>
  end(): void
  readonly waiting: number
}

export function createTurns(tooLate: () => Error): Turns {
  type Waiting = { readonly start: () => void }
  const line = new Set<Waiting>()
  let isTaken = false

  return {
    get waiting() {
      return line.size
    },
    begin(until) {
      if (!isTaken) {
        isTaken = true
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const waiting = {
          start() {
            clearTimeout(timer)
            line.delete(waiting)
            resolve()
          },
        }
        const timer = setTimeout(
          () => {
            line.delete(waiting)
            reject(tooLate())
          },
          Math.max(0, until - performance.now()),
        )
        line.add(waiting)
      })
    },
    end() {
      const [next] = line
      if (next === undefined) isTaken = false
      else next.start()
    },
  }
}
