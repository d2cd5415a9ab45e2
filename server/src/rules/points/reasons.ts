import type { ScoredDeed } from '@furrow/sdk/contract'
import type { Role } from '@furrow/storage/tables.ts'

export type ReleaseScored = Pick<ScoredDeed, 'countsAs' | 'takenBack'> & {
  readonly code: 'released'
  readonly number: number
}

type ReviewScored = Pick<ScoredDeed, 'takenBack'> & {
  readonly code: 'reviewed'
  readonly rating: number
}

/** A row keeps it as the sentence of its reason alone, which `readReason` reads again. */
export type DeedScored = ReleaseScored | ReviewScored

// Rows keep these words and those below: what is said anew is still to be read as it was said before.
const because: Readonly<Record<NonNullable<ScoredDeed['takenBack']>, string>> = {
  'payment-reorganised': 'since the chain has its payment no more',
  'payment-found': 'until the farmer confirms its payment',
  'payment-denied': 'since the farmer did not receive its payment',
  'payment-refused': 'since its payment is none',
  reclaimed: 'since its farmer left the money in the contract for a year',
  'not-counted': 'since its work counts no more',
}

const proofs: Readonly<Record<NonNullable<ReleaseScored['countsAs']>, string>> = {
  payment: 'by a payment that was shown',
  recorded: 'recorded and not proved',
}

const releases: Readonly<Record<Role, readonly [what: string, ofWhom: string]>> = {
  farmer: ['Work released', 'for this giver'],
  giver: ['Work released to a farmer', 'of this farmer'],
}

/** The version before wrote it to givers. */
const paidFor = 'Work paid for'

export function sayReason(role: Role, deed: DeedScored): string {
  const back = deed.takenBack ? `Taken back, ${because[deed.takenBack]}: ` : ''
  if (deed.code === 'reviewed') return `${back}Review of ${deed.rating} of 5`
  const [what, ofWhom] = releases[role]
  const proof = deed.countsAs ? `, ${proofs[deed.countsAs]}` : ''
  return `${back}${what}${proof} (number ${deed.number} ${ofWhom} this season)`
}

const titles = [...Object.values(releases).map(([what]) => what), paidFor].join('|')
const ofWhoms = Object.values(releases)
  .map(([, ofWhom]) => ofWhom)
  .join('|')
const said = (words: Readonly<Record<string, string>>) => `(${Object.values(words).join('|')})`
const sentence = new RegExp(
  `^(?:Taken back, ${said(because)}: )?` +
    `(?:Review of ([1-5]) of 5|(?:${titles})(?:, ${said(proofs)})? \\(number (\\d+) (?:${ofWhoms}) this season\\))$`,
)

/** Undefined for a sentence of a later version. */
export function readReason(reason: string): DeedScored | undefined {
  const found = sentence.exec(reason)
  if (found === null) return undefined
  const [, back, rating, proof, number] = found
  const takenBack = codeOf(because, back)
  if (rating !== undefined)
    return { code: 'reviewed', rating: Number(rating), ...(takenBack && { takenBack }) }
  const countsAs = codeOf(proofs, proof)
  return {
    code: 'released',
    number: Number(number),
    ...(countsAs && { countsAs }),
    ...(takenBack && { takenBack }),
  }
}

function codeOf<C extends string>(
  words: Readonly<Record<C, string>>,
  said: string | undefined,
): C | undefined {
  return (Object.keys(words) as C[]).find(code => words[code] === said)
}
