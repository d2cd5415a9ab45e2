import { expect, test } from 'vitest'
import { startHarness } from '../../../../test/harness.ts'
import { zeroAddress } from '../../../ground/address.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { isSureOfDeposit } from './sure-of-deposit.ts'

test('a deposit is sure once two looks in a row tell of the same one', async () => {
  const { context } = await startHarness()
  let there = { token: zeroAddress, amountEach: 2n, slots: 1 }
  const contract = { readDeposit: async () => there } as unknown as Escrow
  const isSure = (amountEach: bigint) => {
    there = { ...there, amountEach }
    const event = { kind: 'fund', ...there } as const
    return isSureOfDeposit(context, contract, { questId: 'quest-1', escrow: '0x1' }, event, 9n)
  }
  expect([await isSure(2n), await isSure(3n), await isSure(3n)]).toEqual([false, false, true])
})
