import { minute } from '../clock.ts'
import { localChain } from '../config/chains.ts'
import type { Escrow } from './escrow.ts'

/** Every chain that holds money makes a block within seconds. */
const longest = 5 * minute

/** How long its chain has made no block as of the last look, in milliseconds; null before one, and for the local chain, which makes blocks on demand. */
export function silenceOf({ chainId, lastHead }: Escrow, now: number): number | null {
  const head = lastHead()
  return head === null || chainId === localChain ? null : Math.max(now - head.time, 0)
}

/** Whether its chain has made no block for minutes: calls to the contract wait, and nothing is lost. */
export function isHalted(escrow: Escrow, now: number): boolean {
  return (silenceOf(escrow, now) ?? 0) > longest
}
