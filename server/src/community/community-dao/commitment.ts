import { randomBytes } from 'node:crypto'
import { hasLeft } from '@furrow/sdk/contract'
import { sha256 } from './signatures.ts'

/** As an export has them: addresses and times as they are shown. */
export type Delegated = {
  readonly delegate: string
  readonly season: number | null
  readonly number: number | null
  readonly signature: string | null
  readonly chainId: number | null
}
export type Member = {
  readonly address: string
  readonly title: string
  readonly weight: number
  readonly delegation: Delegated | null
}
export type Cast = {
  readonly choice: string
  readonly number: number
  readonly signature: string | null
  readonly chainId: number | null
  readonly at: string
}

export type Commitment = {
  readonly members: number
  readonly votes: number
  /** SHA-256 over the leaves of all members. */
  readonly root: string
}

export const makeSalt = () => randomBytes(16).toString('hex')

/**
 * Who a member was, and what they signed. Once somebody has left, their salt is gone: the digest alone stays, and nobody
 * computes of it whom it is of.
 */
export function identityOf(
  salt: string,
  { address, title, delegation }: Member,
  own: Cast | undefined,
): string {
  const signed = own && [own.number, own.signature, own.chainId, own.at]
  const given = delegation && [
    delegation.delegate,
    delegation.season,
    delegation.number,
    delegation.signature,
    delegation.chainId,
  ]
  return sha256(JSON.stringify([salt, address, title, given, signed ?? null]))
}

/** What the result is counted from: how much a member weighs, what they voted, and what their weight was counted for. */
export function leafOf(
  identity: string,
  weight: number,
  own: string | undefined,
  counted: string | undefined,
): string {
  return sha256(JSON.stringify([identity, weight, own ?? null, counted ?? null]))
}

export function rootOf(leaves: readonly string[]): string {
  return sha256(JSON.stringify(leaves.toSorted()))
}

/** Whether they left, or the one to whom they delegated: what either signed went along. */
export function isGone({ address, delegation }: Pick<Member, 'address' | 'delegation'>): boolean {
  return hasLeft(address) || (delegation !== null && hasLeft(delegation.delegate))
}
