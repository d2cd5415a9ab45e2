import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

export type Artifact = { contractName: string; abi: Abi; bytecode: Hex; deployedBytecode: Hex }

type Bytecode = { object: string }
type Output = {
  errors?: { errorCode: string; formattedMessage: string }[]
  contracts: Record<
    string,
    Record<string, { abi: Abi; evm: { bytecode: Bytecode; deployedBytecode: Bytecode } }>
  >
}

// Says of itself that a reentrancy guard, our one use of transient storage, is safe.
const transientStorageWarning = '2394'

const root = new URL('../', import.meta.url)
const require = createRequire(import.meta.url)

/** The standard JSON input of solc for the given files; all that decides the bytes is in it. */
export function compilerInput(files: string[]) {
  const sources = files.map(file => [file, { content: readFileSync(new URL(file, root), 'utf8') }])
  return {
    language: 'Solidity',
    sources: Object.fromEntries(sources),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 10_000 },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
}

/** Compiles the files of one folder (relative to contracts/), one contract of the file's name from each. A warning is an error. */
export function compileFolder(folder: string): Artifact[] {
  const files = readdirSync(fileURLToPath(new URL(folder, root)))
    .filter(name => name.endsWith('.sol'))
    .sort()
  const input = compilerInput(files.map(name => `${folder}/${name}`))
  const output: Output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }))
  const errors = output.errors?.filter(error => error.errorCode !== transientStorageWarning) ?? []
  if (errors.length) throw new Error(errors.map(error => error.formattedMessage).join('\n'))
  return files.flatMap(name =>
    Object.entries(output.contracts[`${folder}/${name}`] ?? {}).map(([contractName, { abi, evm }]) => ({
      contractName,
      abi,
      bytecode: `0x${evm.bytecode.object}` as const,
      deployedBytecode: `0x${evm.deployedBytecode.object}` as const,
    })),
  )
}

function readImport(path: string): { contents: string } {
  return { contents: readFileSync(require.resolve(path), 'utf8') }
}
