import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

export type Artifact = { contractName: string; abi: Abi; bytecode: Hex; deployedBytecode: Hex }

export type Input = {
  language: 'Solidity'
  sources: Record<string, { content: string }>
  settings: ReturnType<typeof settingsFor>
}

type Code = { object: string }
type Compiled = { abi: Abi; evm: { bytecode: Code; deployedBytecode: Code } }
type Contracts = Record<string, Record<string, Compiled>>
type Problem = { errorCode: string; formattedMessage: string }

// The warning itself calls a reentrancy guard, the only use of transient storage here, safe.
const transientStorageWarning = '2394'

const root = new URL('../', import.meta.url)
const require = createRequire(import.meta.url)

/** The optimizer's expected runs of each function: more runs make larger code, and a contract has a limit of 24 KiB. */
const runs = new Map([
  ['src/v2', 10_000],
  ['src/v3', 1_000],
])
const viaIR = ['src/v2', 'src/v3', 'src/split']

const settingsFor = (folder: string) => ({
  evmVersion: 'cancun',
  ...(viaIR.includes(folder) ? { viaIR: true } : {}),
  optimizer: { enabled: true, runs: runs.get(folder) ?? 10_000 },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
})

/**
 * Compiles the files of one folder (relative to contracts/). `input` alone decides the bytes, imported sources too: it is the
 * standard JSON that explorers verify with. A warning is an error.
 */
export function compileFolder(folder: string): { artifacts: Artifact[]; input: Input } {
  const files = readdirSync(fileURLToPath(new URL(folder, root))).filter(name => name.endsWith('.sol'))
  const paths = files.sort().map(name => `${folder}/${name}`)
  const sources = Object.fromEntries(
    paths.map(path => [path, { content: readFileSync(new URL(path, root), 'utf8') }]),
  )
  const input: Input = { language: 'Solidity', sources, settings: settingsFor(folder) }
  const imported: Input['sources'] = {}
  const output = compile(input, path => {
    // A version may share files of the one before.
    const file = path.startsWith('src/') ? new URL(path, root) : require.resolve(path)
    const contents = readFileSync(file, 'utf8')
    imported[path] = { content: contents }
    return { contents }
  })
  const artifacts = paths.flatMap(path => Object.entries(output[path] ?? {}).map(artifactOf))
  return { artifacts, input: { ...input, sources: { ...sources, ...imported } } }
}

function compile(input: Input, readImport: (path: string) => { contents: string }): Contracts {
  const output: { errors?: Problem[]; contracts: Contracts } = JSON.parse(
    solc.compile(JSON.stringify(input), { import: readImport }),
  )
  const problems = output.errors?.filter(problem => problem.errorCode !== transientStorageWarning) ?? []
  if (problems.length) throw new Error(problems.map(problem => problem.formattedMessage).join('\n'))
  return output.contracts
}

function artifactOf([contractName, { abi, evm }]: [string, Compiled]): Artifact {
  return {
    contractName,
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
  }
}
