import { type Address, BaseError, isAddressEqual, keccak256, toHex } from 'viem'
import { splitterBytecode } from '../src/index.ts'
import { chains } from './chains.ts'
import { lookAtRoles, readAdvice } from './check-chain.ts'
import { clientOn, create, finish } from './create.ts'
import { deployClient, flags, isSent, runDeployment, say, takeOption } from './deploy-command.ts'
import { type DeployConfig, type PlaceConfig, readDeployConfig, readSplitterConfig } from './deploy-config.ts'
import { describeTerms } from './deploy-terms.ts'
import { checkTokens, readUnits, writeLimitCalls } from './limit-calls.ts'
import type { Deployed } from './verification.ts'
import { type Deployable, deployable } from './versions.ts'

const known = ['--send', '--dry-run', '--verify', '--splitter', '--allow-keys', '--allow-one-key']
const usage = `npm run deploy -w contracts [-- --send] [--verify] [--contract 2] [--splitter] [--allow-keys] [--allow-one-key]
  without a flag, or with --dry-run, it says what would be deployed where and for how much, writes what explorers ask for, and sends nothing
  --send        deploys
  --verify      has Sourcify, and with ETHERSCAN_API_KEY Etherscan, verify what is deployed
  --contract    3 is the version that is deployed without it; 2 is the one before
  --splitter    deploys the splitter alone, which pays several people of one place (src/split)
  --allow-keys  lets a key be the owner or the arbiter where money is real, and an uptime feed not answer
  --allow-one-key  lets one address be owner, arbiter and operator`

const chosen = deployable(takeOption('--contract'))
if (flags.includes('--splitter'))
  await runDeployment(usage, known, readSplitterConfig(process.env), runSplitter)
else if (chosen === null) {
  say(usage)
  process.exitCode = 1
} else {
  const read = readDeployConfig(process.env, chosen.version)
  await runDeployment(usage, known, read, config => run(config, chosen))
}

async function run(config: DeployConfig, chosen: Deployable): Promise<void> {
  const deployed = await deploy(config, chosen)
  await finish(
    config,
    { deployed, source: chosen.source, version: chosen.version },
    {
      settings: `ESCROW_CHAIN_ID=${config.chainId}\nESCROW_ADDRESS=${deployed.address}`,
      before: () => writeLimits(config, deployed.address),
    },
  )
}

async function runSplitter(config: PlaceConfig): Promise<void> {
  await clientOn(config)
  say('A splitter has no owner and no terms: the accounts that it makes pay their payees alone.')
  const salt = keccak256(toHex('furrow/splitter/1'))
  const deployed = await create(config, { data: splitterBytecode, salt, bytecode: splitterBytecode })
  const source = { folder: 'src/split', name: 'Splitter' }
  const settings = `ESCROW_SPLITTERS=${config.chainId}=${deployed.address}`
  await finish(config, { deployed, source, version: 1 }, { settings })
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
  const { terms } = config
  const { bytecode, salt, version } = chosen
  const client = await clientOn(config)
  for (const line of describeTerms(terms, version)) say(line)
  refuseOneKey(config)
  if (BigInt(terms.uptimeFeed) > 0n && !(await client.getCode({ address: terms.uptimeFeed })))
    throw new BaseError(`ESCROW_UPTIME_FEED is no contract on chain ${config.chainId}; nothing was deployed.`)
  await checkTokens(client, terms.tokens)
  await readUnits(client, config.limits)
  await lookAround(client, config)

  return create(config, { data: chosen.encode(terms), salt, bytecode })
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
