import { minute } from '../clock.ts'
import { localChain } from '../config/chains.ts'
import type { Escrow } from './escrow.ts'

/** Every chain that money is kept on makes a block within seconds. */
const longest = 5 * minute

/** For how long its chain has made no block, as of the last look; null before one, and of one's own machine, which makes them when it is used. */
export function silenceOf({ chainId, lastHead }: Escrow, now: number): number | null {
  const head = lastHead()
  return head === null || chainId === localChain ? null : Math.max(now - head.time, 0)
}

/** Whether its chain has made no block for minutes: what is owed to the contract waits, and nothing is lost. */
export function isHalted(escrow: Escrow, now: number): boolean {
  return (silenceOf(escrow, now) ?? 0) > longest
}
