import { expect, test } from 'vitest'
import { startHarness } from '../../../../test/harness.ts'
import { zeroAddress } from '../../../ground/address.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { isSureOfDeposit } from './sure-of-deposit.ts'

/** A look that tells of one amount, where the newest block tells of another one, or of the same. */
async function startLooks() {
  const { context } = await startHarness()
  const told = (amountEach: bigint) => ({ token: zeroAddress, amountEach, slots: 1 })
  let there = told(0n)
  const contract = { readDeposit: async () => there } as unknown as Escrow
  return (amountEach: bigint, newest = amountEach) => {
    there = told(newest)
    const event = { kind: 'fund', ...told(amountEach) } as const
    return isSureOfDeposit(context, contract, { questId: 'quest-1', escrow: '0x1' }, event, 9n)
  }
}

test('a deposit is sure once two looks in a row tell of the same one', async () => {
  const isSure = await startLooks()
  expect([await isSure(2n), await isSure(3n), await isSure(3n)]).toEqual([false, false, true])
})

test('a deposit of which the newest block tells otherwise is looked for from the start', async () => {
  const isSure = await startLooks()
  expect([await isSure(2n), await isSure(2n, 3n)]).toEqual([false, false])
  expect([await isSure(2n), await isSure(2n)]).toEqual([false, true])
})
