import {
  type Address,
  BaseError,
  concatHex,
  getAddress,
  getCreate2Address,
  isAddressEqual,
  keccak256,
} from 'viem'
import { chains } from './chains.ts'
import { lookAtRoles, readAdvice } from './check-chain.ts'
import { deployClient, flags, isSent, runDeployment, say, takeOption } from './deploy-command.ts'
import { type DeployConfig, readDeployConfig } from './deploy-config.ts'
import { type Call, readCost } from './deploy-cost.ts'
import { describeTerms } from './deploy-terms.ts'
import { checkTokens, readUnits, writeLimitCalls } from './limit-calls.ts'
import { register } from './registry.ts'
import { type Deployed, sayHowToVerify, writeVerification } from './verification.ts'
import { verify } from './verify.ts'
import { type Deployable, deployable } from './versions.ts'

/** The deployer that is at this address on almost every chain: the same bytes and salt give the same address on each. */
const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const known = ['--send', '--dry-run', '--verify', '--allow-keys', '--allow-one-key']
const usage = `npm run deploy -w contracts [-- --send] [--verify] [--contract 2] [--allow-keys] [--allow-one-key]
  without a flag, or with --dry-run, it says what would be deployed where and for how much, writes what explorers ask for, and sends nothing
  --send        deploys
  --verify      has Sourcify, and with ETHERSCAN_API_KEY Etherscan, verify what is deployed
  --contract    3 is the version that is deployed without it; 2 is the one before
  --allow-keys  lets a key be the owner or the arbiter where money is real, and an uptime feed not answer
  --allow-one-key  lets one address be owner, arbiter and operator`

const chosen = deployable(takeOption('--contract'))
if (chosen === null) {
  say(usage)
  process.exitCode = 1
} else {
  const read = readDeployConfig(process.env, chosen.version)
  await runDeployment(usage, known, read, config => run(config, chosen))
}

async function run(config: DeployConfig, chosen: Deployable): Promise<void> {
  const { chainId, explorers, registry } = config
  const client = deployClient(config)
  const deployed = await deploy(config, chosen)
  const { address, hash } = deployed
  const written = writeVerification({ ...config, source: chosen.source }, deployed)
  sayHowToVerify(chainId, written)
  await writeLimits(config, address)
  const code = await client.getCode({ address })
  if (code === undefined) {
    if (flags.includes('--verify')) say('There is nothing to verify yet: deploy it with --send.')
    return
  }
  // A chain of one's own is gone tomorrow.
  if (hash !== null && (chainId in chains || process.env.ESCROW_DEPLOYMENTS)) {
    register(registry, {
      chainId,
      address,
      version: chosen.version,
      codeHash: keccak256(code),
      transaction: hash,
    })
    say(`It is written into ${registry}, with the hash of its code: commit that file.`)
  }
  if (isSent) console.log(`ESCROW_CHAIN_ID=${chainId}\nESCROW_ADDRESS=${address}`)
  if (!flags.includes('--verify')) return
  const verified = await verify({ chainId, address, written, ...explorers })
  for (const line of verified.lines) say(line)
  if (!verified.ok) process.exitCode = 1
}

/** Only the owner sets limits, once the contract is there. */
async function writeLimits(config: DeployConfig, address: Address): Promise<void> {
  const { limits, terms } = config
  if (limits.most.length === 0) return
  const units = await readUnits(deployClient(config), limits)
  const file = { ...config, address, owner: terms.owner, createdAt: Date.now() }
  const path = writeLimitCalls(file, units, limits.onlyListed)
  say(`The owner ${terms.owner} sets the limits with ${path}, a file of Safe's Transaction Builder.`)
}

async function deploy(config: DeployConfig, chosen: Deployable): Promise<Deployed> {
  const { chainId, deployer, terms } = config
  const { bytecode, salt, version } = chosen
  const client = deployClient(config)
  const actualId = await client.getChainId()
  if (actualId !== chainId)
    throw new BaseError(`RPC_URLS gives an RPC of chain ${actualId} for ${chainId}; nothing was deployed.`)

  for (const line of describeTerms(terms, version)) say(line)
  refuseOneKey(config)
  if (BigInt(terms.uptimeFeed) > 0n && !(await client.getCode({ address: terms.uptimeFeed })))
    throw new BaseError(`ESCROW_UPTIME_FEED is no contract on chain ${chainId}; nothing was deployed.`)
  await checkTokens(client, terms.tokens)
  await readUnits(client, config.limits)
  await lookAround(client, config)

  const data = chosen.encode(terms)
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

/** @throws BaseError where one key could take every deposit, and nobody said that it is meant so. */
function refuseOneKey({ terms: { operator, arbiter, owner } }: DeployConfig): void {
  const isOne = isAddressEqual(operator, arbiter) && isAddressEqual(operator, owner)
  if (isSent && isOne && !flags.includes('--allow-one-key'))
    throw new BaseError(
      'Owner, arbiter and operator are one: a thief of that key takes every deposit. Nothing was deployed. Name others, or say --allow-one-key.',
    )
}

/** Recommended settings, and who should be a contract. @throws BaseError where a key would hold real money. */
async function lookAround(
  client: ReturnType<typeof deployClient>,
  { chainId, terms }: DeployConfig,
): Promise<void> {
  const advice = chains[chainId]
  if (advice !== undefined) for (const line of await readAdvice(client, chainId, advice)) say(line)
  const { warnings, serious } = await lookAtRoles(client, terms, advice?.isTest ?? true)
  for (const line of [...warnings, ...serious]) say(`Warning: ${line}`)
  if (isSent && serious.length > 0 && !flags.includes('--allow-keys'))
    throw new BaseError('Nothing was deployed. Set that right, or say --allow-keys.')
}
