import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'

/** The compiler of the committed bytecode, as Sourcify and Etherscan name it; package.json pins it. */
export const compilerVersion = '0.8.37+commit.f401782d'

/** `hash` is the transaction's; null where nothing was sent. `args` are the constructor's arguments, as hex. */
export type Deployed = { readonly address: Address; readonly hash: Hex | null; readonly args: string }
export type Written = Pick<Deployed, 'args'> & { readonly folder: string }

type Options = { readonly chainId: number; readonly verificationFolder: string }

/**
 * Writes the files with which explorers verify the contract: the standard JSON input by itself, as Etherscan takes it, and
 * the body of a request to Sourcify.
 */
export function writeVerification(
  { chainId, verificationFolder }: Options,
  { address, hash, args }: Deployed,
): Written {
  const folder = join(verificationFolder, `${chainId}-${address.toLowerCase()}`)
  const input = readFileSync(new URL('../artifacts/QuestEscrowV2.input.json', import.meta.url), 'utf8')
  const body = {
    stdJsonInput: JSON.parse(input),
    compilerVersion,
    contractIdentifier: 'src/v2/QuestEscrowV2.sol:QuestEscrowV2',
    ...(hash !== null && { creationTransactionHash: hash }),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'standard-input.json'), input)
  writeFileSync(join(folder, 'constructor-arguments.txt'), `${args}\n`)
  writeFileSync(join(folder, 'sourcify.json'), `${JSON.stringify(body, null, 2)}\n`)
  return { folder, args }
}
