import type { Ladder, Rung } from '../ladder.ts'
import type { Reader } from './reader.ts'

const usual = '0:1,1:3,5:10,20:100'
const mostRungs = 10
const mostFinished = 10_000
const mostPlaces = 1_000

/** Without a code host nobody can prove an account, and so climb. An empty value is no ladder. */
export function readLadder(read: Reader, hasCodehost: boolean): Ladder {
  const given = read.given('PLACES_LADDER', usual)
  if (given === '' || given === 'off') return []
  const ladder = (given ?? usual).split(',').map(toRung)
  if (!isLadder(ladder)) {
    read.problems.push(
      `PLACES_LADDER must be off, or pairs of finished quests and places that begin with 0 and rise, such as ${usual}; it is "${given}".`,
    )
    return []
  }
  return hasCodehost ? ladder : []
}

function toRung(text: string): Rung | null {
  const [, finished, places] = /^\s*(\d{1,5})\s*:\s*(\d{1,4})\s*$/.exec(text) ?? []
  return finished === undefined ? null : { finished: Number(finished), places: Number(places) }
}

function isLadder(rungs: readonly (Rung | null)[]): rungs is Ladder {
  if (rungs.length > mostRungs || rungs[0]?.finished !== 0 || rungs[0].places < 1) return false
  return rungs.every((rung, index) => {
    if (rung === null || rung.finished > mostFinished || rung.places > mostPlaces) return false
    const below = rungs[index - 1]
    return below == null || (rung.finished > below.finished && rung.places > below.places)
  })
}
