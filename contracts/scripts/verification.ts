import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from 'viem'
import { say } from './deploy-command.ts'

/** The compiler of the committed bytecode, as Sourcify and Etherscan name it; package.json pins it. */
export const compilerVersion = '0.8.37+commit.f401782d'

/** A contract's folder, and its name, which is also that of its file. */
export type Source = { readonly folder: string; readonly name: string }

/** `hash` is the transaction's; null where nothing was sent. `args` are the constructor's arguments, as hex. */
export type Deployed = { readonly address: Address; readonly hash: Hex | null; readonly args: string }
export type Written = Pick<Deployed, 'args'> & { readonly folder: string; readonly contract: string }

type Options = { readonly chainId: number; readonly verificationFolder: string; readonly source: Source }

/**
 * Writes the files with which explorers verify the contract: the standard JSON input by itself, as Etherscan takes it, and
 * the body of a request to Sourcify.
 */
export function writeVerification(
  { chainId, verificationFolder, source }: Options,
  { address, hash, args }: Deployed,
): Written {
  const folder = folderOf(verificationFolder, chainId, address)
  const contract = `${source.folder}/${source.name}.sol:${source.name}`
  const input = readFileSync(new URL(`../artifacts/${source.name}.input.json`, import.meta.url), 'utf8')
  const body = {
    stdJsonInput: JSON.parse(input),
    compilerVersion,
    contractIdentifier: contract,
    ...(hash !== null && { creationTransactionHash: hash }),
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'standard-input.json'), input)
  writeFileSync(join(folder, 'constructor-arguments.txt'), `${args}\n`)
  writeFileSync(join(folder, 'sourcify.json'), `${JSON.stringify(body, null, 2)}\n`)
  return { folder, args, contract }
}

/** The folder for what is written about one deployment. */
export function folderOf(parent: string, chainId: number, address: Address): string {
  return join(parent, `${chainId}-${address.toLowerCase()}`)
}

/** An explorer's requirements for a verification. */
export function sayHowToVerify(chainId: number, { folder, args, contract }: Written): void {
  const [, name] = contract.split(':')
  say('To verify it on an explorer:')
  say(`  contract         ${contract}`)
  say(`  compiler         solc ${compilerVersion}, by standard JSON input, which has all settings`)
  say(`  standard JSON    ${folder}/standard-input.json (contracts/artifacts/${name}.input.json)`)
  say(`  constructor      ${args}`)
  say('On Sourcify, which explorers read too:')
  say(
    `  curl -H 'content-type: application/json' -d @${folder}/sourcify.json https://sourcify.dev/server/v2/verify/${chainId}/<address>`,
  )
}
