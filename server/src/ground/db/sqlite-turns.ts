import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Since when somebody has waited for what is asked of the database now: the first of those whose requests go together, who
 * may have waited for others before. Unset: since now.
 */
export const waitingSince = new AsyncLocalStorage<number>()

/** The embedded database takes one writer at a time; who comes later waits in line, and for so long at most. */
export type Turns = {
  /** Resolves when it is this one's turn, until `end`. Rejects where that is not so by then. */
  begin(until: number): Promise<void>
  end(): void
  /** How many wait. */
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
