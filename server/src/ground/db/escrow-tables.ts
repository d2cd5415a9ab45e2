import type { Generated, Selectable } from 'kysely'
import type { Address } from '../address.ts'

/** What a quest on the chain rail should be funded with, and whether it is. */
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
  /** Why what was paid in is not what the quest needs. */
  problem: string | null
  /** How the contract contradicts what is in the database: nothing is sent for it meanwhile. */
  contradiction: string | null
  /** Of the contract. */
  version: Generated<1 | 2>
  /** From when on its giver takes free places back; null where he has not said so. */
  notice_ends_at: number | null
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

/** What happened on chain, at its confirmations, once each. */
export type EscrowEventTable = {
  hash: string
  log_index: number
  block: number
  quest_id: string
  kind: EscrowEventKind
  farmer: Address | null
  at: number
}

/** A call that the service owes the contract. Its id says what it is for, so that it is never owed twice. */
export type EscrowCallTable = {
  id: string
  quest_id: string
  /** `<chain id>:<contract>`. */
  contract: string
  escrow: string
  kind: 'propose' | 'release' | 'settle' | 'close'
  farmer: Address | null
  verified: number
  /** `queued` has no nonce; `sent` has one and signed bytes; `done` is final at the confirmations, or was not needed. */
  state: 'queued' | 'sent' | 'done'
  nonce: number | null
  /** The call under whose id the transaction is kept that several go in, also with that call itself; null of one that goes alone. */
  batch: string | null
  not_before: number
  tries: number
  problem: string | null
  created_at: number
}
export type EscrowCallRow = Selectable<EscrowCallTable>

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
  /** What the chain takes for its bytes, beside the gas. */
  l1_fee: Generated<string>
  at: number
}
export type EscrowAttemptRow = Selectable<EscrowAttemptTable>

/** What calls for a giver's quests have cost on a day, counted in days since 1970 (UTC), in billionths of the chain's coin. */
export type EscrowGasTable = { contract: string; day: number; giver: Address; gwei: number }

/**
 * `no-operator`: none of the service's keys is the contract's operator, and `proposals-paused`: its owner has stopped proposals.
 * What anybody may call is sent then as ever.
 */
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
  /** Why nothing is sent right now, or no proposal. */
  problem: EscrowProblem | null
  /** How often its chain took back blocks that counted as final. */
  reorganisations: Generated<number>
  /** 1 from then on until every open deposit was compared with the contract: nothing new is sent meanwhile. */
  reorganised: Generated<0 | 1>
}

/** The newest block of a range that was followed, as it was then. */
export type EscrowBlockTable = { contract: string; block: number; hash: string }

/** An event of the contract that could not be applied yet: it is tried again, and holds up no other. */
export type EscrowParkedTable = {
  hash: string
  log_index: number
  contract: string
  escrow: string
  block: number
  /** The event, as JSON. */
  event: string
  reason: string
  tries: number
  next_at: number
}
