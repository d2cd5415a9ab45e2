import { randomBytes } from 'node:crypto'
import { hasLeft } from '@furrow/sdk/contract'
import { sha256 } from './signatures.ts'

/** As in an export: addresses and times in their shown form. */
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
  readonly root: string
}

export const makeSalt = () => randomBytes(16).toString('hex')

/** Commits to a member and their signatures. The salt goes when they leave: nobody can compute whose digest it is. */
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

export function isGone({ address, delegation }: Pick<Member, 'address' | 'delegation'>): boolean {
  return hasLeft(address) || (delegation !== null && hasLeft(delegation.delegate))
}
