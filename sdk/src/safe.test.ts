import { decodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { safeAirdrop, safeBatch, safeChecksum } from './safe.ts'

const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payee = '0x49d4450977E2c95362C13D3a31a09311E0Ea26A6'
const coin = `0x${'0'.repeat(40)}`

test('the checksum is the one that the tests of Safe’s Transaction Builder have for their file', () => {
  const method = (name: string, type: string, input: string) => ({
    inputs: [{ internalType: type, name: input, type }],
    name,
    payable: false,
  })
  const published = {
    version: '1.0',
    chainId: '4',
    createdAt: 1646321521061,
    meta: {
      name: 'test batch file',
      txBuilderVersion: '1.4.0',
      checksum: '',
      createdFromSafeAddress: '0xDF8a1Ce35c9a6ACE153B4e0767942f1E2291a1Aa',
      createdFromOwnerAddress: payee,
    },
    transactions: [
      {
        to: payee,
        value: '0',
        contractMethod: method('testAddress', 'address', 'paramAddress'),
        contractInputsValues: { paramAddress: payee },
      },
      {
        to: payee,
        value: '0',
        contractMethod: method('testBool', 'bool', 'paramBool'),
        contractInputsValues: { paramAddress: '', paramBool: 'false' },
      },
      {
        to: payee,
        value: '2000000000000000000',
        data: '0x42f4579000000000000000000000000049d4450977e2c95362c13d3a31a09311e0ea26a6',
      },
    ],
  }
  expect(safeChecksum(published)).toBe('0x4ecbfd364aa6759983915644e73f8bd411e85a2dc306f252a387c2728c4db64c')
  const { meta, transactions, ...rest } = published
  expect(safeChecksum({ transactions, meta, ...rest } as never)).toBe(safeChecksum(published))
  expect(safeChecksum({ ...published, chainId: '5' } as never)).not.toBe(safeChecksum(published))
})

test('a batch is the transfers in their order, with a checksum that the builder finds right', () => {
  const payments = [
    { token, payee, units: 1_500_000n },
    { token: coin, payee, units: 10n ** 18n },
  ]
  const batch = safeBatch(payments, { chainId: 8453, name: 'Due', createdAt: 1_790_000_000_000 })
  const [first, second] = batch.transactions
  expect(first).toMatchObject({ to: token, value: '0' })
  expect(decodeFunctionData({ abi: erc20Abi, data: first?.data as '0x' })).toEqual({
    functionName: 'transfer',
    args: [payee, 1_500_000n],
  })
  expect(second).toMatchObject({ to: payee, value: '1000000000000000000', data: '0x' })
  // The builder takes the checksum away, and computes it over the file as it was read.
  const read = JSON.parse(JSON.stringify(batch))
  const { checksum, ...meta } = read.meta
  expect(safeChecksum({ ...read, meta })).toBe(checksum)
  expect(safeChecksum({ ...read, meta: { ...meta, name: 'other' } })).toBe(checksum)
  read.transactions.reverse()
  expect(safeChecksum({ ...read, meta })).not.toBe(checksum)
})

test('the airdrop has a line for each payment', () => {
  expect(
    safeAirdrop([
      { token, payee, amount: '1.5' },
      { token: coin, payee, amount: '2' },
    ]),
  ).toBe(`token_type,token_address,receiver,amount,id\nerc20,${token},${payee},1.5,\nnative,,${payee},2,\n`)
})
