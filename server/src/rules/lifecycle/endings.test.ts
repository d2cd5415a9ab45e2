import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAddress } from '../../ground/address.ts'
import { fromLedger, toLedger } from '../ledger/amounts.ts'
import { split } from './endings.ts'

const farmer = toAddress(`0x${'2'.repeat(40)}`)
const decimalsOf = { USDC: 6, WBTC: 8, ETH: 18 }

/** Any amount that can be promised of the token: up to 15 digits before the point. */
const costs = fc
  .constantFrom(...(Object.keys(decimalsOf) as (keyof typeof decimalsOf)[]))
  .chain(token =>
    fc
      .bigInt({ min: 0n, max: 10n ** BigInt(15 + decimalsOf[token]) - 1n })
      .map(units => ({ token, amount: fromLedger(units * 10n ** BigInt(18 - decimalsOf[token])) })),
  )

test('a split gives the two of them the whole, to the last unit, and the farmer no more than their share', () => {
  fc.assert(
    fc.property(costs, fc.nat({ max: 10_000 }), (costs, share) => {
      const event = split(costs, farmer, share)
      const whole = toLedger(costs.amount)
      const paid = event.kind === 'released' ? toLedger(event.paid) : 0n
      expect(paid + toLedger(event.refunded)).toBe(whole)
      expect(paid * 10_000n).toBeLessThanOrEqual(whole * BigInt(share))
      // The rounding loses less than the token's smallest part.
      const finest = 10n ** BigInt(18 - decimalsOf[costs.token])
      expect((whole * BigInt(share)) / 10_000n - paid).toBeLessThan(finest)
      expect(paid % finest).toBe(0n)
    }),
  )
})

test.each([
  ['0.1', 'USDC', 3_333, { because: 'split', paid: '0.03333', refunded: '0.06667' }],
  ['0.000001', 'USDC', 9_999, { kind: 'refunded', because: 'resolved', refunded: '0.000001' }],
  ['0.000000000000000003', 'ETH', 5_000, { paid: '0.000000000000000001', refunded: '0.000000000000000002' }],
  ['7', 'USDC', 0, { kind: 'refunded', because: 'resolved' }],
  ['7', 'USDC', 10_000, { kind: 'released', because: 'resolved', paid: '7', refunded: '0' }],
  ['0', 'USDC', 5_000, { kind: 'released', because: 'resolved', paid: '0' }],
  ['0', 'USDC', 0, { kind: 'refunded', because: 'resolved', refunded: '0' }],
])('%s %s of which the farmer has %i of 10,000 ends so: %o', (amount, token, share, event) => {
  expect(split({ amount, token }, farmer, share)).toMatchObject(event)
})
