import { hasLeft, type VoteReceipt } from '@furrow/sdk/contract'
import type { Export } from './read-export.ts'
import { isWhole } from './receipts.ts'

export type Found = {
  readonly problems: readonly string[]
  readonly unchecked: readonly string[]
  readonly says: string | null
}

/** Checks a voter's receipt against an export. @throws RangeError for the receipt of another vote. */
export function checkReceipt(receipt: VoteReceipt, { proposal, members, votes, key }: Export): Found {
  if (receipt.kind !== 'vote-receipt' || typeof receipt.voter !== 'string')
    throw new RangeError('This is no receipt of a vote.')
  if (receipt.proposalId !== proposal.id) throw new RangeError('The receipt is of another vote.')
  const { voter, choice, number, weight, at } = receipt
  const problem = (says: string) => ({ problems: [says], unchecked: [], says: null })
  if (!isWhole(receipt)) return problem('The receipt is not as a service signed it: it was altered.')
  if (receipt.key !== key)
    return problem(
      'The export is signed by another key than the receipt: one of them is not of this service.',
    )
  if (receipt.terms !== proposal.ballot.terms)
    return problem('The receipt is of a vote on other terms than the export has.')
  const vote = votes.find(one => one.voter === voter)
  const proves = `The receipt proves that the service took the vote of ${voter} for "${choice}" at ${at}`
  if (vote === undefined) {
    const mayBeGone = [...members.values()].some(
      member => hasLeft(member.address) && member.weight === weight,
    )
    return mayBeGone
      ? { problems: [], unchecked: [`${proves}; it may be of one of those who left.`], says: null }
      : problem(`${proves}, and the export has none: it was dropped.`)
  }
  if (members.get(voter)?.weight !== weight)
    return problem(`${proves} with a weight of ${weight}, and the export has another weight.`)
  if (vote.number > number)
    return {
      problems: [],
      unchecked: [],
      says: `A later vote of ${voter} took the place of the one in the receipt.`,
    }
  if (vote.number < number || vote.choice !== choice || vote.at !== at)
    return problem(`${proves}, and the export has another vote: it was changed.`)
  return {
    problems: [],
    unchecked: [],
    says: `The vote of the receipt is counted: ${voter} for "${choice}".`,
  }
}
