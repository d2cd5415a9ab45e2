import { anvilPath } from '@furrow/contracts/testing'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { startChain } from '../../../test/chain.ts'
import { readConfig } from '../config/config.ts'
import { createChains } from './chains.ts'
import { createEscrow } from './escrow.ts'
import { readRefusal } from './send-outcome.ts'

describe('what a node says to a transaction', () => {
  test.each([
    ['geth, reth, Erigon, Nethermind', 'already known'],
    ['anvil', 'transaction already imported'],
    ['Erigon', 'INTERNAL_ERROR: existing tx with same hash'],
    ['Erigon', 'existing txn with same hash'],
    ['Besu', 'Known transaction'],
    ['Nethermind, older', 'AlreadyKnown'],
    ['geth', 'nonce too low: next nonce 5, tx nonce 4'],
    ['Besu', 'Nonce too low'],
    ['Nethermind, older', 'OldNonce, Current nonce: 5, nonce of rejected tx: 4'],
    ['geth, reth, anvil, Nethermind', 'replacement transaction underpriced'],
    ['geth', 'replacement transaction underpriced: new tx gas fee cap 10 <= 10 queued'],
    ['Besu', 'Replacement transaction underpriced'],
    ['Nethermind, older', 'ReplacementNotAllowed'],
    ['Erigon', 'INTERNAL_ERROR: could not replace existing tx'],
    ['Erigon', 'replaced by transaction with higher tip'],
  ])('%s: «%s» is known', (_node, message) => expect(readRefusal(message)).toBe('known'))

  test.each([
    ['geth, reth, Nethermind', 'transaction underpriced'],
    ['geth', 'transaction underpriced: gas tip cap 0, minimum needed 1'],
    ['geth', 'transaction gas price below minimum: gas tip cap 0, minimum needed 1'],
    [
      'geth, reth, anvil',
      'max fee per gas less than block base fee: address 0x20f33CE90A13a4b5E7697E3544c3083B8F8A51D4, maxFeePerGas: 1, baseFee: 875000000',
    ],
    ['Arbitrum', 'max fee per gas less than block base fee'],
    ['older geth', 'fee cap less than block base fee'],
    ['Erigon', 'underpriced'],
    ['Erigon', 'fee too low'],
    ['Nethermind, older', 'FeeTooLowToCompete'],
    ['Besu', 'Gas price below current base fee'],
    ['Besu', 'Gas price below configured minimum gas price'],
  ])('%s: «%s» is underpriced', (_node, message) => expect(readRefusal(message)).toBe('underpriced'))

  test.each([
    'txpool is full',
    'pending sub-pool is full',
    'insufficient funds for gas * price + value',
    'nonce too high',
    'unknown transaction type',
    'max priority fee per gas higher than max fee per gas',
  ])('«%s» is neither', message => expect(readRefusal(message)).toBeNull())
})

const why = anvilPath === null ? ': skipped, there is no anvil' : ''
describe.skipIf(anvilPath === null)(`sending to a real node${why}`, () => {
  test('tells what it took from what it has, and from what it refused for its fee', async () => {
    const chain = await startChain()
    const config = readConfig(chain.env)
    const [first] = config.escrows
    if (first === undefined) throw new Error('there is no escrow')
    const escrow = await createEscrow(first, createChains(config))
    const call = { kind: 'close', escrow: `0x${'1'.repeat(64)}` } as const
    const sign = async (nonce: number, maxFee: bigint): Promise<Hex> =>
      (await escrow.sign(call, nonce, 100_000n, { maxFee, priorityFee: maxFee })).raw
    await chain.client.setAutomine(false)
    const gwei = 10n ** 9n
    const waiting = () => chain.client.getTransactionCount({ address: escrow.operator, blockTag: 'pending' })

    expect(await escrow.send(await sign(0, 1n))).toBe('underpriced')
    expect(await waiting()).toBe(0)
    const paid = await sign(0, 20n * gwei)
    expect(await escrow.send(paid)).toBe('sent')
    expect(await waiting()).toBe(1)
    expect(await escrow.send(paid)).toBe('known')
    expect(await escrow.send(await sign(0, 10n * gwei))).toBe('known')
    expect(await escrow.send(await sign(0, 30n * gwei))).toBe('sent')
    await chain.client.mine({ blocks: 1 })
    expect(await escrow.send(paid)).toBe('known')
    await chain.stop()
    await expect(escrow.send(await sign(1, 20n * gwei))).rejects.toThrow()
  })
})
