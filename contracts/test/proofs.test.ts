import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AbiFunction, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { deployOnce, readLayout } from '../proofs/deployed.ts'
import { changing, proveFunction } from '../proofs/prove-function.ts'
import { anvilPath } from './anvil.ts'

const hasSolver = spawnSync('z3', ['--version']).status === 0

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
const [file, name] = ['src/v3/QuestEscrowV3.sol', 'QuestEscrowV3']
const inputPath = new URL('../artifacts/QuestEscrowV3.input.json', import.meta.url)

/** The contract with one line of its own file changed. */
function compileWith(line: string, changed: string): Hex {
  const input = JSON.parse(readFileSync(inputPath, 'utf8'))
  const source: string = input.sources[file].content
  expect(source.split(line)).toHaveLength(2)
  input.sources[file].content = source.replace(line, changed)
  // Without the pipeline of the released bytes it takes a third of the time.
  input.settings.viaIR = false
  input.settings.outputSelection = { [file]: { [name]: ['evm.bytecode.object'] } }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  return `0x${output.contracts[file][name].evm.bytecode.object}`
}

const dispute = changing.find(item => item.name === 'dispute') as AbiFunction

describe.skipIf(!hasSolver || anvilPath === null)('the prover of the contract', () => {
  test('proves that a dispute keeps all sums', { timeout: 300_000 }, async () => {
    const proof = await proveFunction(dispute, await deployOnce(), readLayout())
    expect(proof.broken).toEqual([])
    expect(proof.ways).toBeGreaterThan(5)
  })

  test('finds a dispute that ends the work and keeps its money', { timeout: 300_000 }, async () => {
    const wrong = compileWith(
      'payment.state = PaymentState.Disputed;',
      'payment.state = PaymentState.Refunded;',
    )
    const { broken } = await proveFunction(dispute, await deployOnce(wrong), readLayout())
    expect(broken).toEqual(['free places and those at work are those with money'])
  })
})
