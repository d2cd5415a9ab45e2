import { spawnSync } from 'node:child_process'
import type { AbiFunction } from 'viem'
import { describe, expect, test } from 'vitest'
import { compileWith } from '../proofs/changed.ts'
import { deployOnce, readLayout } from '../proofs/deployed.ts'
import { changing, proveFunction } from '../proofs/prove-function.ts'
import { anvilPath } from './anvil.ts'

const hasSolver = spawnSync('z3', ['--version']).status === 0

const named = (name: string) => changing.find(item => item.name === name) as AbiFunction
const dispute = named('dispute')

describe.skipIf(!hasSolver || anvilPath === null)('the prover of the contract', () => {
  test('proves that a dispute keeps all sums', { timeout: 300_000 }, async () => {
    const proof = await proveFunction(dispute, await deployOnce(), readLayout())
    expect(proof.broken).toEqual([])
    expect(proof.ways).toBeGreaterThan(5)
  })

  test('proves a list of any length by one turn of it', { timeout: 300_000 }, async () => {
    const proof = await proveFunction(named('proposeMany'), await deployOnce(), readLayout())
    expect(proof.broken).toEqual([])
    expect(proof.ways).toBeGreaterThan(20)
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
