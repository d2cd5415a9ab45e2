import { spawnSync } from 'node:child_process'
import type { AbiFunction } from 'viem'
import { describe, expect, test } from 'vitest'
import { compileWith } from '../proofs/changed.ts'
import { deployOnce, readLayout } from '../proofs/deployed.ts'
import { changing, proveFunction } from '../proofs/prove-function.ts'
import { anvilPath } from './anvil.ts'

const hasSolver = spawnSync('z3', ['--version']).status === 0

const dispute = changing.find(item => item.name === 'dispute') as AbiFunction

describe.skipIf(!hasSolver || anvilPath === null)('the prover of the contract', () => {
  test('proves that a dispute keeps all sums', { timeout: 300_000 }, async () => {
    const proof = await proveFunction(dispute, await deployOnce(), readLayout())
    expect(proof.broken).toEqual([])
    expect(proof.ways).toBeGreaterThan(5)
  })

  test('finds a dispute that ends the work and keeps its money', { timeout: 300_000 }, async () => {
    const wrong = compileWith({
      file: 'QuestEscrowV3.sol',
      line: 'payment.state = PaymentState.Disputed;',
      changed: 'payment.state = PaymentState.Refunded;',
    })
    const { broken } = await proveFunction(dispute, await deployOnce(wrong), readLayout())
    expect(broken).toEqual(['free places and those at work are those with money'])
  })
})
