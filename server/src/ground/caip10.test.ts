import { leftPrefix } from '@furrow/sdk/contract'
import { expect, test } from 'vitest'
import { accountOf, chainIn } from './caip10.ts'

test('an account is named by CAIP-10, where its chain is known and it is one', () => {
  // From the specification (CAIP-10, test cases), in the form of EIP-55.
  const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
  expect(accountOf(1, address.toLowerCase())).toBe(`eip155:1:${address}`)
  expect(accountOf('8453', address)).toBe(`eip155:8453:${address}`)
  for (const chain of [null, undefined, 0, '']) expect(accountOf(chain, address)).toBeNull()
  expect(accountOf(1, null)).toBeNull()
  expect(accountOf(1, `${leftPrefix}${'a'.repeat(20)}`)).toBeNull()
})

test('the chain begins the name of a contract or a transaction', () => {
  expect(chainIn('31337:0xab')).toBe('31337')
  for (const name of [null, undefined, '']) expect(chainIn(name)).toBeNull()
})
