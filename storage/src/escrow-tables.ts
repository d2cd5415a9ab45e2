import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import type { Generated, Selectable } from 'kysely'
import type { Address } from './address.ts'
import type { Json } from './stored-forms.ts'

export type EscrowTable = {
  quest_id: string
  /** The contract's id of the deposit, 32 bytes in hex. */
  escrow: string
  /** `<chain id>:<contract>`. */
  contract: string
  token_address: Address
  decimals: number
  /** In the token's smallest unit, for each place. */
  amount_each: string
  slots: number
  status: 'unfunded' | 'funded'
  problem: string | null
  /** The contradiction between contract and database: nothing is sent for the quest meanwhile. */
  contradiction: string | null
  version: Generated<EscrowVersion>
  /** The time from which its giver takes free places back; null where they gave no notice. */
  notice_ends_at: number | null
  /** The deciders of a deposit in the third version, which keeps those of its funding; null until they were read. */
  arbiter: Address | null
  /** null for nobody, too. */
  attester: Address | null
  /** The sponsor who paid a deposit of the third version in, read with its deciders; null where the giver did. */
  sponsor: Generated<Address | null>
  /** The splitter that divides the prizes of a contest; null for any other quest. */
  splitter: Generated<Address | null>
  /** Its account for them, which the contract pays in the place of the first winner; null until the parts are fixed. */
  prizes_account: Generated<Address | null>
}
export type EscrowRow = Selectable<EscrowTable>

export type EscrowEventKind =
  | 'fund'
  | 'propose'
  | 'approve'
  | 'dispute'
  | 'resolve'
  | 'settle'
  | 'release'
  | 'refund'
  | 'close'
  | 'divide'
  | 'concede'
  | 'attest'
  | 'wait'
  | 'return'
  | 'notice'
  | 'rule'
  | 'pause-ruling'

/** An event on chain, recorded once, after its confirmations. */
export type EscrowEventTable = {
  hash: string
  log_index: number
  block: number
  quest_id: string
  kind: EscrowEventKind
  farmer: Address | null
  at: number
}

/** A call that the service owes the contract. Its id is derived from its purpose, so that it is never owed twice. */
export type EscrowCallTable = {
  id: string
  quest_id: string
  contract: string
  escrow: string
  kind: 'propose' | 'release' | 'settle' | 'close' | 'approve' | 'share'
  /** As the contract knows them: of a shared place, or for prizes, the split account, whose place `escrow_payees` says. */
  farmer: Address | null
  verified: number
  /** `queued` has no nonce; `sent` has one and signed bytes; `done` is final at the confirmations, or was not needed. */
  state: 'queued' | 'sent' | 'done'
  nonce: number | null
  /** The call whose id holds the transaction of a batch, for all its calls; null of a call sent alone. */
  batch: string | null
  not_before: number
  tries: number
  problem: string | null
  created_at: number
  /** Until when the giver's signed approval, or the attester's word for a proposal, is good, in seconds since 1970. */
  deadline: number | null
  signature: string | null
  /** The work that the attester's word names, in the third version. */
  work: string | null
}
export type EscrowCallRow = Selectable<EscrowCallTable>

/** The account that is the farmer of a shared place, or of all prizes, to the contract, and gives what it is paid to its payees. */
export type EscrowPayeeTable = {
  quest_id: string
  account: Address
  /** The farmer of the place; of the prizes of a contest the first winner, whose place stands for their payment. */
  farmer: Address
  splitter: Address
  /** Addresses in ascending order, and their parts in the token's smallest unit. */
  payees: Json
  parts: string
  /** 32 bytes in hex. */
  salt: string
  at: number
}
export type EscrowPayeeRow = Selectable<EscrowPayeeTable>

/** Signed bytes, kept before they are first sent; a fee bump is another attempt with the same nonce. */
export type EscrowAttemptTable = {
  hash: string
  call_id: string
  nonce: number
  attempt: number
  raw: string
  max_fee: string
  priority_fee: string
  gas: string
  l1_fee: Generated<string>
  at: number
}
export type EscrowAttemptRow = Selectable<EscrowAttemptTable>

/** The cost of calls for a giver's quests on a day, counted in days since 1970 (UTC), in billionths of the chain's coin. */
export type EscrowGasTable = { contract: string; day: number; giver: Address; gwei: number }

/** `no-operator`: no key of ours is the operator. `proposals-paused` by the owner: calls open to anybody still go. */
export type EscrowProblem =
  | 'chain-unreachable'
  | 'low-balance'
  | 'no-contract'
  | 'no-operator'
  | 'proposals-paused'

export type EscrowContractTable = {
  contract: string
  /** The first block whose events are not in the database yet; null before the first look. */
  next_block: number | null
  problem: EscrowProblem | null
  reorganisations: Generated<number>
  /** 1 from then on until every open deposit was compared with the contract: nothing new is sent meanwhile. */
  reorganised: Generated<0 | 1>
}

/** The newest block of each range that was followed, with its hash then. */
export type EscrowBlockTable = { contract: string; block: number; hash: string }

/** An event of the contract that could not be applied yet: it is retried, and delays no other. */
export type EscrowParkedTable = {
  hash: string
  log_index: number
  contract: string
  escrow: string
  block: number
  event: string
  reason: string
  tries: number
  next_at: number
}
