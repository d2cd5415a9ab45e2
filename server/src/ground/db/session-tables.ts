import type { Address } from '../address.ts'

/** Sessions that were begun before the newest generation of their address have ended; without a row it is 0. */
export type SessionGenerationTable = {
  address: Address
  /** When the sessions before it were ended; later than the one before it, whatever the clock does. */
  generation: number
}

/** A session of somebody; those of before there were rows have none, until they are ended. */
export type SessionTable = {
  id: string
  address: Address
  /** That of the address when it began. */
  generation: number
  /** What signed for it; null where nobody knows. */
  way: 'key' | 'wallet' | null
  /** A digest of where it was begun. */
  network: string | null
  created_at: number
  expires_at: number
  /** To the hour. */
  used_at: number | null
  ended_at: number | null
}

/** What a program acts with for somebody; the key's secret itself is kept nowhere. */
export type ApiKeyTable = {
  id: string
  address: Address
  name: string
  /** As they are named, with a space between them. */
  scopes: string
  /** SHA-256 of the secret, in hex: it is random, so that nothing slower is needed. */
  hash: string
  /** That of the address when it was signed for. */
  generation: number
  created_at: number
  expires_at: number
  used_at: number | null
}

/** Where a smart wallet first signed in, and so the chain that says who may. */
export type WalletChainTable = {
  address: Address
  chain_id: number
  at: number
  /** The chains that were asked then, by commas; null for one that an earlier version bound. */
  asked: string | null
  /** 1 from when it signed in there with code on; 0 for one that was bound while it was nowhere; null where nobody noted it. */
  had_code: number | null
}

/** What a smart wallet signed in with, while the session may last. */
export type WalletSessionTable = {
  id: string
  address: Address
  chain_id: number
  hash: string
  signature: string
  /** A digest of a Safe's owners and threshold; null where the wallet has none to tell of. */
  owners: string | null
  look_at: number
  expires_at: number
}
