import { describe, expect, test } from 'vitest'
import { minute } from '../clock.ts'
import type { Escrow } from './escrow.ts'
import { isHalted, silenceOf } from './halted.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

/** A contract whose chain made its last block so long ago; null if nobody has looked yet. */
function contract(chainId: number, age: number | null): Escrow {
  const head = age === null ? null : { number: 7n, time: now - age, final: 6n }
  return { chainId, lastHead: () => head } as Partial<Escrow> as Escrow
}

describe('a chain', () => {
  test.each([
    [0, 0, false],
    [12_000, 12_000, false],
    [5 * minute, 5 * minute, false],
    [5 * minute + 1, 5 * minute + 1, true],
    // Its clock is ahead of ours.
    [-minute, 0, false],
  ])('whose last block is %i ms old is silent for %i, and halted: %s', (age, silence, halted) => {
    expect(silenceOf(contract(8453, age), now)).toBe(silence)
    expect(isHalted(contract(8453, age), now)).toBe(halted)
  })

  test.each([
    ['that was not looked at yet', 8453, null],
    ['of one’s own machine, which makes blocks when it is used', 31_337, 60 * minute],
  ])('%s is not called halted', (_what, chainId, age) => {
    expect(silenceOf(contract(chainId, age), now)).toBeNull()
    expect(isHalted(contract(chainId, age), now)).toBe(false)
  })
})
