import { type Address, checksum } from '../../ground/address.ts'
import type { Ladder, Rung } from '../../ground/ladder.ts'
import { Refusal } from './refusal.ts'
import type { Applicant, Rules } from './rules.ts'

/** The places that somebody may have at once, and the next rung; null on the highest one, and without a proved account. */
export type Standing = { readonly allowed: number; readonly next: Rung | null }

type Climber = Pick<Applicant, 'account' | 'finished'>

/** A wallet costs nothing, and so stays on the lowest rung, whatever it has finished, until it proves an account. */
export function standingOn(ladder: Ladder, { account, finished }: Climber): Standing | null {
  const lowest = ladder[0]
  if (lowest === undefined) return null
  if (account === null) return { allowed: lowest.places, next: null }
  const reached = ladder.findLast(rung => rung.finished <= finished) ?? lowest
  return { allowed: reached.places, next: ladder[ladder.indexOf(reached) + 1] ?? null }
}

export const newcomer: Applicant = {
  account: null,
  held: 0,
  atWork: 0,
  withdrawn: 0,
  completed: 0,
  finished: 0,
  accountSince: null,
  isMember: false,
  accountFinished: false,
  applied: 0,
}

const wholePlace = 1
/** An entry of a contest that is not decided. */
export const halfPlace = 0.5

/** `named` is the farmer where somebody else asks. @throws Refusal where they have as many places as their work allows. */
export function requireRung(
  { ladder }: Rules,
  applicant: Applicant | null,
  named: Address | null,
  more = wholePlace,
): void {
  const farmer = applicant ?? newcomer
  const standing = standingOn(ladder, farmer)
  if (standing === null || farmer.atWork + more <= standing.allowed) return
  const [who, may] =
    named === null ? ['You have', 'you may have'] : [`${checksum(named)} has`, 'they may have']
  throw new Refusal(
    'places-used-up',
    `${who} ${count(farmer.atWork, 'place')} at work, and ${may} ${standing.allowed} at once. ${raisedBy(ladder, farmer, standing)}`,
  )
}

function raisedBy(ladder: Ladder, { account, finished }: Climber, { next }: Standing): string {
  if (account === null && ladder.length > 1)
    return 'A proved account at the code host, and finished work that is proved, raise that.'
  if (next === null) return 'A place is free again when its work is paid, or the place is given back.'
  return `${count(next.finished, 'finished quest')} with proved work (now ${finished}) make that ${next.places}.`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
