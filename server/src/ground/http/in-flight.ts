import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasBody } from './gentle-close.ts'

export type InFlight = {
  /** Counts the request in, unless as many as are allowed are worked on already. */
  begin(request: IncomingMessage, response: ServerResponse): boolean
  /** Nothing is left to do for it, however long its client takes to read the answer. */
  end(request: IncomingMessage): void
}

/** `counted` while something is done for it; `over` once nothing will be any more. */
type Work = { counted: boolean; over: boolean }

/**
 * How many requests are worked on at once. A request does not count while its body is on its way: who sends slowly
 * would keep others out.
 *
 * One turn of the event loop takes in all that has arrived since the last one. What is answered within the turn counts
 * until its end: otherwise the turn would go on for as long as requests had been waiting, the last of them the longest,
 * and never find that there are too many.
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
