import type { PublicClient } from 'viem'
import type { EscrowEvent } from './escrow-events.ts'
import type { DepositState } from './escrow-states.ts'
import { expectChain } from './wrong-chain.ts'

export class DisagreementError extends Error {}

export type Seen = { readonly number: bigint; readonly timestamp: bigint }

/** The older head, if both have its block: a block that one alone knows is not believed. @throws DisagreementError */
export async function readAgreedHead(
  first: PublicClient,
  second: PublicClient,
  { chainId, confirmations }: { readonly chainId: number; readonly confirmations: number },
): Promise<Seen> {
  await expectChain(second, chainId)
  const heads = await Promise.all([first, second].map(client => client.getBlock({ blockTag: 'latest' })))
  const [one, other] = heads as [(typeof heads)[0], (typeof heads)[0]]
  const head = one.number <= other.number ? one : other
  const final = head.number - BigInt(confirmations) + 1n
  if (final < 0n) return head
  const [here, there] = await Promise.all(
    [first, second].map(client => client.getBlock({ blockNumber: final })),
  )
  if (here?.hash !== there?.hash)
    throw new DisagreementError(`two RPCs of chain ${chainId} have different blocks ${final}`)
  return head
}

/** Drops events that only one of two RPCs tells: if one did happen, the contract's own state says so too. */
export function inBoth(some: readonly EscrowEvent[], others: readonly EscrowEvent[]): EscrowEvent[] {
  const keys = new Set(others.map(keyOf))
  return some.filter(event => keys.has(keyOf(event)))
}

function keyOf(event: EscrowEvent): string {
  return JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

export function saysTheSame(one: DepositState, other: DepositState | undefined): boolean {
  return other !== undefined && textOf(one) === textOf(other)
}

function textOf({ deposit, payments }: DepositState): string {
  return JSON.stringify([deposit, [...payments].sort()], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}
