import type { KeptVote, Vote, VoteReceipt } from '@furrow/sdk/contract'
import type { BallotRow } from '@furrow/storage/vote-tables.ts'
import type { ProposalRow } from './ballot.ts'
import type { ReceiptKey } from './receipt-key.ts'
import { canonical, isSignedBy, signText } from './signatures.ts'

export function withReceipt(
  { publicKey, privateKey }: ReceiptKey,
  { title }: Pick<ProposalRow, 'title'>,
  { terms, weights }: Pick<BallotRow, 'terms' | 'weights'>,
  vote: Vote,
  weight: number,
): KeptVote {
  const { proposalId, voter, choice, number, at } = vote
  const what = {
    kind: 'vote-receipt' as const,
    proposalId,
    title,
    terms,
    voter,
    choice,
    number,
    weights,
    weight,
    at,
  }
  const signed = { ...what, key: publicKey }
  return { ...vote, receipt: { ...signed, signature: signText(privateKey, canonical(signed)) } }
}

export function isWhole({ signature, ...signed }: VoteReceipt): boolean {
  return isSignedBy(signed.key, canonical(signed), signature)
}
