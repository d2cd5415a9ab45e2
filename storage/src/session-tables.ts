import type { Address } from './address.ts'

/** Sessions begun before the newest generation of their address have ended; without a row it is 0. */
export type SessionGenerationTable = {
  address: Address
  /** The time the sessions before it were ended; it always grows, whatever the clock does. */
  generation: number
}

/** A session; those from before this table have no row, until they are ended. */
export type SessionTable = {
  id: string
  address: Address
  generation: number
  way: 'key' | 'wallet' | null
  network: string | null
  created_at: number
  expires_at: number
  /** To the hour. */
  used_at: number | null
  ended_at: number | null
}

/** A key that a program acts with for a person; its secret itself is kept nowhere. */
export type ApiKeyTable = {
  id: string
  address: Address
  name: string
  /** The names, separated by spaces. */
  scopes: string
  /** SHA-256 of the secret, in hex: it is random, so that nothing slower is needed. */
  hash: string
  generation: number
  created_at: number
  expires_at: number
  used_at: number | null
  agent: 0 | 1
}

/** The chain a smart wallet first signed in through, which decides who may. */
export type WalletChainTable = {
  address: Address
  chain_id: number
  at: number
  /** The chains asked then, separated by commas; null where an earlier version bound it. */
  asked: string | null
  /** 1 where it had code there when it signed in; 0 where it was bound without code anywhere; null where that was not noted. */
  had_code: number | null
}

export type WalletSessionTable = {
  id: string
  address: Address
  chain_id: number
  hash: string
  signature: string
  /** A digest of a Safe's owners and threshold; null for a wallet that reports none. */
  owners: string | null
  look_at: number
  expires_at: number
}
