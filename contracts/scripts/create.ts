import { BaseError, concatHex, getAddress, getCreate2Address, type Hex, keccak256 } from 'viem'
import { chains } from './chains.ts'
import { deployClient, flags, isSent, say } from './deploy-command.ts'
import type { PlaceConfig } from './deploy-config.ts'
import { type Call, readCost } from './deploy-cost.ts'
import { register } from './registry.ts'
import { type Deployed, type Source, sayHowToVerify, writeVerification } from './verification.ts'
import { verify } from './verify.ts'

/** The deployer that is at this address on almost every chain: the same bytes and salt give the same address on each. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The bytes of a contract with its constructor's arguments, and without them. */
type Made = { readonly data: Hex; readonly salt: Hex; readonly bytecode: Hex }

/** A client of the chain. @throws BaseError where the RPC is another chain's. */
export async function clientOn(config: PlaceConfig): Promise<ReturnType<typeof deployClient>> {
  const client = deployClient(config)
  const actualId = await client.getChainId()
  if (actualId !== config.chainId)
    throw new BaseError(
      `RPC_URLS gives an RPC of chain ${actualId} for ${config.chainId}; nothing was deployed.`,
    )
  return client
}

/** Deploys a contract, once, or says what that would cost. @throws BaseError where the chain refuses. */
export async function create(config: PlaceConfig, { data, salt, bytecode }: Made): Promise<Deployed> {
  const { deployer } = config
  const client = deployClient(config)
  const args = data.slice(bytecode.length)
  const address = getCreate2Address({ from: create2Deployer, salt, bytecode: data })
  if (await client.getCode({ address })) {
    say(`It is at ${address} already, with these terms; nothing was sent.`)
    return { address, hash: null, args }
  }
  const isCanonical = Boolean(await client.getCode({ address: create2Deployer }))
  if (isCanonical) say(`The same terms have the address ${address} on every chain.`)
  else say(`This chain has no CREATE2 deployer at ${create2Deployer}: the address will be this chain's own.`)

  const call: Call = isCanonical ? { to: create2Deployer, data: concatHex([salt, data]) } : { data }
  say(await readCost(client, call))
  if (!isSent) {
    say('This was a dry run: nothing was sent. --send deploys it.')
    return { address, hash: null, args }
  }
  const hash = await client.sendTransaction(call)
  say(`Deployer ${deployer.address} sent ${hash}; waiting for its receipt.`)
  const receipt = await client.waitForTransactionReceipt({ hash })
  const created = isCanonical ? address : receipt.contractAddress
  if (receipt.status !== 'success' || !created || !(await client.getCode({ address: created })))
    throw new BaseError(`The deployment ${hash} failed on chain; nothing was deployed.`)
  say(`Deployed in block ${receipt.blockNumber} for ${receipt.gasUsed} gas.`)
  return { address: getAddress(created), hash, args }
}

type Ended = { readonly deployed: Deployed; readonly source: Source; readonly version: number }

/** Writes down what explorers and the list of deployments need, prints the service's settings, and has it verified. */
export async function finish(
  config: PlaceConfig,
  { deployed, source, version }: Ended,
  { settings, before }: { readonly settings: string; readonly before?: () => Promise<void> },
): Promise<void> {
  const { chainId, explorers, registry } = config
  const { address, hash } = deployed
  const written = writeVerification({ ...config, source }, deployed)
  sayHowToVerify(chainId, written)
  await before?.()
  const code = await deployClient(config).getCode({ address })
  if (code === undefined) {
    if (flags.includes('--verify')) say('There is nothing to verify yet: deploy it with --send.')
    return
  }
  // A chain of one's own is gone tomorrow.
  if (hash !== null && (chainId in chains || process.env.ESCROW_DEPLOYMENTS)) {
    register(registry, { chainId, address, version, codeHash: keccak256(code), transaction: hash })
    say(`It is written into ${registry}, with the hash of its code: commit that file.`)
  }
  if (isSent) console.log(settings)
  if (!flags.includes('--verify')) return
  const verified = await verify({ chainId, address, written, ...explorers })
  for (const line of verified.lines) say(line)
  if (!verified.ok) process.exitCode = 1
}
