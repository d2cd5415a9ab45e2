import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Address, type Hex, zeroAddress } from 'viem'
import { questEscrowV3Abi as abi, questEscrowV3Bytecode as bytecode } from '../src/index.ts'
import { startAnvil } from '../test/anvil.ts'
import type { Layout } from './sums.ts'

const address = (digit: number): Address => `0x${String(digit).repeat(40)}`

/** With an owner, so that every power is there, and without an uptime feed. */
export const token = address(4)
const terms = {
  operator: address(1),
  arbiter: address(2),
  owner: address(3),
  attester: address(7),
  uptimeFeed: zeroAddress,
  reviewWindow: 172_800n,
  disputePeriod: 1_209_600n,
  tokens: [token, zeroAddress, zeroAddress],
} as const

export type Deployed = { readonly code: Hex; readonly address: Address; readonly chainId: number }

/** The committed bytecode, or another one, as it is on a chain, with its terms in it. */
export async function deployOnce(code: Hex = bytecode): Promise<Deployed> {
  // Other bytes may be longer than a chain takes: what is proved about them is not their size.
  const { account, client, stop } = await startAnvil({
    args: ['--disable-code-size-limit', '--gas-limit', '100000000'],
  })
  const made = { abi, bytecode: code, args: [terms], account: account(0) }
  const hash = await client.deployContract(made as never)
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const deployed = await client.getCode({ address: contractAddress ?? '0x' })
  await stop()
  if (deployed === undefined || !contractAddress) throw new Error('the contract was not deployed')
  return { code: deployed, address: contractAddress, chainId: 31_337 }
}

type Stored = { readonly label: string; readonly slot: string }

/** The compiler's word for where it puts what the sums are about. */
export function readLayout(): Layout {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const [file, name] = ['src/v3/QuestEscrowV3.sol', 'QuestEscrowV3']
  const path = new URL('../artifacts/QuestEscrowV3.input.json', import.meta.url)
  const { settings, ...input } = JSON.parse(readFileSync(path, 'utf8'))
  const outputSelection = { [file]: { [name]: ['storageLayout'] } }
  const output = JSON.parse(
    solc.compile(JSON.stringify({ ...input, settings: { ...settings, outputSelection } })),
  )
  const storage: readonly Stored[] = output.contracts[file][name].storageLayout.storage
  const slotOf = (label: string) => {
    const found = storage.find(one => one.label === label)
    if (found === undefined) throw new Error(`nothing is stored as ${label}`)
    return BigInt(found.slot)
  }
  return {
    firstWords: slotOf('_firstWords'),
    secondWords: slotOf('_secondWords'),
    payments: slotOf('payments'),
    totalHeld: slotOf('totalHeld'),
    sponsors: slotOf('sponsors'),
  }
}
