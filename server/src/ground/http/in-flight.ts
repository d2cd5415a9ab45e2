import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from './gentle-close.ts'

export type InFlight = {
  begin(request: IncomingMessage, response: ServerResponse): boolean
  /** Counts it out: no work is left, however long its client takes to read the answer. */
  end(request: IncomingMessage): void
}

type Work = { counted: boolean; over: boolean }

/**
 * Counts the requests worked on at once, without those whose body is still arriving: slow senders would keep others out.
 * Requests answered within a turn of the event loop count until its end: otherwise a turn that reads everything since the
 * last one would never find that there are too many.
 */
export function boundInFlight(max: number): InFlight {
  const works = new WeakMap<IncomingMessage, Work>()
  let count = 0
  let endedInTurn = 0
  let uploads: { request: IncomingMessage; work: Work }[] = []
  let turnIsWatched = false

  function watchTurn(): void {
    if (turnIsWatched) return
    turnIsWatched = true
    setImmediate(endTurn)
  }
  function endTurn(): void {
    turnIsWatched = false
    count -= endedInTurn
    endedInTurn = 0
    const begun = uploads
    uploads = []
    for (const { request, work } of begun) if (!request.complete && !work.over) setAside(request, work)
  }
  function setAside(request: IncomingMessage, work: Work): void {
    work.counted = false
    count--
    request.once('end', () => {
      if (work.over) return
      work.counted = true
      count++
    })
  }
  function end(work: Work): void {
    if (work.over) return
    work.over = true
    if (!work.counted) return
    endedInTurn++
    watchTurn()
  }

  return {
    begin(request, response) {
      if (count >= max) return false
      count++
      const work = { counted: true, over: false }
      works.set(request, work)
      response.once('close', () => end(work))
      if (hasBody(request)) {
        uploads.push({ request, work })
        watchTurn()
      }
      return true
    },
    end(request) {
      const work = works.get(request)
      if (work !== undefined) end(work)
    },
  }
}
