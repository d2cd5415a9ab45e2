import type { Selectable } from 'kysely'
import type { Address } from './address.ts'
import type { Json } from './stored-forms.ts'

export type BallotTable = {
  proposal_id: string
  starts_at: number
  ends_at: number
  choices: Json
  /** Percent of all weight. */
  quorum: number
  tally: 'live' | 'end'
  weights: 'one' | 'points' | 'title'
  title_weights: Json
  veto_hours: number
  action: Json | null
  action_address: Address | null
  pay: Json | null
  /** keccak256 of all that, and of the proposal's words. */
  terms: string
  /** 1 where it named a person who left since: its words differ from the signed ones. */
  erased: number
  due_at: number
  opened_at: number | null
  members: number | null
  total_weight: number | null
  closed_at: number | null
  result: Json | null
  outcome: 'decided' | 'tied' | 'no-quorum' | 'no-votes' | null
  winner: number | null
  action_state: 'waiting' | 'done' | 'vetoed' | 'failed' | null
  action_due_at: number | null
  action_at: number | null
  action_reason: string | null
  note_id: string | null
}
export type BallotRow = Selectable<BallotTable>

/** A released work that a proposal would have the treasury pay, as it was frozen. */
export type ProposalWorkTable = {
  proposal_id: string
  quest_id: string
  farmer: Address
  chain_id: number
  payer: Address
  token: string
  amount: string
  /** The treasury's transaction that paid this work too, though another one counts as its payment; as in `payment_ref`. */
  also_paid: string | null
}
export type ProposalWorkRow = Selectable<ProposalWorkTable>

export type BallotMemberTable = {
  proposal_id: string
  address: Address
  title: string
  weight: number
  delegate: Address | null
  delegation_id: string | null
  /** Hides the member in the commitment of the end (community-dao/commitment.ts); null before that, and once they left. */
  salt: string | null
  identity: string | null
}

export type VoteTable = {
  proposal_id: string
  voter: Address
  choice: number
  number: number
  /** null where the voter left. */
  signature: string | null
  chain_id: number | null
  at: number
}
export type VoteRow = Selectable<VoteTable>

/** A signed delegation for a season; never changed but to end it. */
export type DelegationTable = {
  id: string
  delegator: Address
  delegate: Address
  season: number
  number: number
  /** null where one of the two left. */
  signature: string | null
  chain_id: number | null
  at: number
  ended_at: number | null
}
export type DelegationRow = Selectable<DelegationTable>
