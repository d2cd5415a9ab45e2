import { expect, test } from 'vitest'
import { BadRequestError } from '../../ground/errors.ts'
import { exactAmount, requirePayable } from './amounts.ts'

test('a reward that JSON does not carry exactly is refused', () => {
  expect(exactAmount(0.1)).toBe('0.1')
  for (const value of [1e15, 0.1 + 0.2, 1e300]) expect(() => exactAmount(value)).toThrow(BadRequestError)
})

test.each([
  ['0.000001', 'USDC'],
  ['0.00000001', 'WBTC'],
  ['0.000000000000000001', 'ETH'],
])('%s %s can be paid', (amount, token) => {
  expect(() => requirePayable(amount, token)).not.toThrow()
})

test.each([
  ['0.0000001', 'USDC'],
  ['0.0000001', 'usdc'],
  ['0.0000001', 'USDT'],
  ['1.1234567', 'EURC'],
  ['0.000000001', 'WBTC'],
  ['0.0000000000000000001', 'ETH'],
])('%s %s is finer than the token, and refused', (amount, token) => {
  expect(() => requirePayable(amount, token)).toThrow(BadRequestError)
})
