import { localChain, type TokenConfig, type Tokens } from './chains.ts'
import { type EscrowConfig, homeOf } from './escrows.ts'
import type { Reader } from './reader.ts'

export type PaymentConfig = {
  readonly tokensOf: ReadonlyMap<number, Tokens>
  /** Blocks, its own included, after which a payment counts; null for the chain's default. */
  readonly confirmations: number | null
}

export function confirmationsOf({ confirmations }: PaymentConfig, chainId: number): number {
  return confirmations ?? (chainId === localChain ? 1 : 12)
}

/** A token without a chain is of the first contract's, or the only one: elsewhere its address may be anybody's. */
export function readPayments(
  read: Reader,
  rpcUrls: ReadonlyMap<number, string>,
  { tokens, tokensOf }: TokenConfig,
  escrows: readonly EscrowConfig[],
): PaymentConfig {
  const given = read.number('PAYMENT_CONFIRMATIONS', 0, { min: 0, max: 1_000, integer: true })
  const only = rpcUrls.size === 1 ? [...rpcUrls.keys()][0] : undefined
  const own = homeOf(escrows) ?? only
  const known = [...rpcUrls.keys()].map(chainId => {
    const shared = chainId === own ? tokens : new Map()
    return [chainId, new Map([...shared, ...(tokensOf.get(chainId) ?? [])])] as const
  })
  return {
    tokensOf: new Map(known),
    confirmations: given || null,
  }
}

/** The work that earns points; `proved` by default wherever anything could be proved. */
export type PointsFor = 'proved' | 'recorded'

export function readPointsFor({ text, problems }: Reader, canProve: boolean): PointsFor {
  const given = text('POINTS_FOR') ?? (canProve ? 'proved' : 'recorded')
  if (given === 'proved' || given === 'recorded') return given
  problems.push(`POINTS_FOR must be proved or recorded; it is "${given}".`)
  return 'proved'
}
