import { wholeShare } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'

/** The people who do the work of one place together. Its farmer is one of them, and answers for the place. */
export type Team = {
  /** In the order in which the farmer named them; nobody where the place is not shared. */
  readonly members: readonly Member[]
  /** How often the farmer shared the place: each time is a letter to everybody named. */
  readonly times: number
  /** On chain, the contract whose account pays the members: as it was when the farmer shared the place. */
  readonly splitter?: Address
}

export type Member = {
  readonly address: Address
  /** Their part of the release of the place, in ten-thousandths. */
  readonly share: number
  /** The verified code-host account, pinned by their agreement, whose merges prove the work too. */
  readonly account: string | null
  readonly agreedAt: number | null
  /** Their account merged what proves the work, or owns the repository: a proof of the others, and none of theirs. */
  readonly ownMerge?: true
}

export const noTeam: Team = { members: [], times: 0 }

/** Until then nobody but the farmer has a right to any of it. */
export function isAgreed({ members }: Team): boolean {
  return members.length > 0 && members.every(({ agreedAt }) => agreedAt !== null)
}

export function memberOf({ members }: Team, address: Address): Member | null {
  return members.find(member => member.address === address) ?? null
}

/** From this share on, in ten-thousandths, another member than the farmer has finished a piece of work with the place. */
const finishingShare = wholeShare / 4

/**
 * A place is one piece of work. Its farmer, who answers for it, has finished one with it, and so has each member with a quarter
 * of what is released: four people at most, however many share it.
 */
export function isFinished(of: Address | null, part: number | null | undefined): boolean {
  return of === null || (part ?? wholeShare) >= finishingShare
}

/** The share of the place's cost, in ten-thousandths: `part` of the team's, which is `share` where giver and farmer divided it. */
export function shareOfCost(share: number | null | undefined, part: number | null | undefined): number {
  return Math.floor(((share ?? wholeShare) * (part ?? wholeShare)) / wholeShare)
}
