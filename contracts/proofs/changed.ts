import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Hex } from 'viem'

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
const inputPath = new URL('../artifacts/QuestEscrowV3.input.json', import.meta.url)

/** A line of the contract, and another one that is wrong. */
export type Change = { readonly file: string; readonly line: string; readonly changed: string }

/** The contract with one line changed. @throws Error where the line is not there, or more than once. */
export function compileWith({ changed, file, line }: Change): Hex {
  const input = JSON.parse(readFileSync(inputPath, 'utf8'))
  const parts = input.sources[`src/v3/${file}`].content.split(line)
  if (parts.length !== 2) throw new Error(`${file} does not have once: ${line}`)
  input.sources[`src/v3/${file}`].content = parts.join(changed)
  // Without the pipeline of the released bytes it takes a third of the time.
  input.settings.viaIR = false
  const name = 'QuestEscrowV3'
  input.settings.outputSelection = { [`src/v3/${name}.sol`]: { [name]: ['evm.bytecode.object'] } }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  return `0x${output.contracts[`src/v3/${name}.sol`][name].evm.bytecode.object}`
}
