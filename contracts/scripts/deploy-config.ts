import { fileURLToPath } from 'node:url'
import { type Address, isAddress, zeroAddress } from 'viem'
import { type Deployer, readDeployer } from './deployer.ts'
import { type Limits, problemsOfThird, readLimits, readTokens } from './third-terms.ts'

export type DeployConfig = PlaceConfig & { terms: Terms; limits: Limits }

/** The chain, the payer, and where a deployment is written down. */
export type PlaceConfig = Explorers & {
  chainId: number
  rpcUrl: string
  deployer: Deployer
  /** The list of deployments that the contract is written into. */
  registry: string
}

export type Explorers = {
  /** The folder for the files that explorers ask for. */
  verificationFolder: string
  explorers: { readonly sourcify: string; readonly etherscan: string; readonly etherscanKey: string | null }
}

/** The roles, the times and the usual tokens, as the constructor takes them. Zero is nobody. */
export type Terms = {
  operator: Address
  arbiter: Address
  attester: Address
  owner: Address
  uptimeFeed: Address
  /** In seconds, as the contract counts. */
  reviewWindow: bigint
  disputePeriod: bigint
  /** For the third version: ERC-20s whose deposits take one word of storage; at most three. */
  tokens: readonly Address[]
}

const longestDays = 365

/** Reads a deployment's settings, or reports every problem at once. A problem never repeats a key or the address of an RPC. */
export function readDeployConfig(
  env: Record<string, string | undefined>,
  version: 2 | 3 = 3,
): { config: DeployConfig } | { problems: string[] } {
  const problems: string[] = []
  const text = (name: string) => env[name]?.trim() ?? ''

  function address(name: string): Address {
    const given = text(name)
    if (isAddress(given) && BigInt(given) > 0n) return given
    problems.push(`${name} must be an Ethereum address (0x and 40 hex digits); it is "${given}".`)
    return '0x'
  }

  function optionalAddress(name: string): Address {
    return text(name) ? address(name) : zeroAddress
  }

  /** A time in seconds, of which the contract takes one to a year. */
  function seconds(name: string, unit: number, usual: string): bigint {
    const given = text(name) || usual
    const time = Math.round(Number(given) * unit)
    if (time >= 1 && time <= longestDays * 86_400) return BigInt(time)
    const [least, most] = [(1 / unit).toPrecision(1), (longestDays * 86_400) / unit]
    problems.push(`${name} must be a number from ${least} (a second) to ${most}; it is "${given}".`)
    return 0n
  }

  const place = readPlace(text, problems)
  const terms = {
    operator: address('ESCROW_OPERATOR'),
    arbiter: address('ESCROW_ARBITER'),
    attester: optionalAddress('ESCROW_ATTESTER'),
    owner: optionalAddress('ESCROW_OWNER'),
    uptimeFeed: optionalAddress('ESCROW_UPTIME_FEED'),
    reviewWindow: seconds('REVIEW_WINDOW_HOURS', 3600, '48'),
    disputePeriod: seconds('DISPUTE_DAYS', 86_400, '14'),
    tokens: readTokens(text('ESCROW_TOKENS'), problems),
  }
  const limits = readLimits(text, problems)
  problems.push(...problemsOfThird(version, terms, limits))
  if (problems.length > 0 || place === null) return { problems }
  return { config: { ...place, terms, limits } }
}

/** The same for a splitter, which has no terms. */
export function readSplitterConfig(
  env: Record<string, string | undefined>,
): { config: PlaceConfig } | { problems: string[] } {
  const problems: string[] = []
  const config = readPlace(name => env[name]?.trim() ?? '', problems)
  return config === null || problems.length > 0 ? { problems } : { config }
}

function readPlace(text: Text, problems: string[]): PlaceConfig | null {
  const { chainId, rpcUrl } = readChain(text, problems)
  const deployer = readDeployer(text)
  if (typeof deployer === 'string') {
    problems.push(deployer)
    return null
  }
  const registry =
    text('ESCROW_DEPLOYMENTS') || fileURLToPath(new URL('../deployments.json', import.meta.url))
  return { chainId, rpcUrl, deployer, registry, ...readExplorers(text) }
}

type Text = (name: string) => string

function readChain(text: Text, problems: string[]): { chainId: number; rpcUrl: string } {
  const chainId = Number(text('ESCROW_CHAIN_ID'))
  const knowsChain = Number.isSafeInteger(chainId) && chainId > 0
  if (!knowsChain)
    problems.push(`ESCROW_CHAIN_ID must be the id of a chain, such as 1; it is "${text('ESCROW_CHAIN_ID')}".`)
  const urls = rpcUrls(text('RPC_URLS'))
  if (!urls) problems.push('RPC_URLS must list chains such as 1=https://...,8453=https://...')
  const rpcUrl = urls?.get(chainId) ?? ''
  if (urls && knowsChain && !rpcUrl)
    problems.push(`RPC_URLS must have the chain of ESCROW_CHAIN_ID (${chainId}=https://...).`)
  return { chainId, rpcUrl }
}

/** Where a contract's source is written to and verified. */
export function readExplorers(text: Text): Explorers {
  return {
    verificationFolder: text('ESCROW_VERIFICATION_DIR') || './verification',
    explorers: {
      sourcify: text('SOURCIFY_URL') || 'https://sourcify.dev/server',
      etherscan: text('ETHERSCAN_URL') || 'https://api.etherscan.io/v2/api',
      etherscanKey: text('ETHERSCAN_API_KEY') || null,
    },
  }
}

/** The RPCs of RPC_URLS by chain; null where the list is none. */
export function rpcUrls(list: string): Map<number, string> | null {
  const items = list.split(',').flatMap(item => item.trim() || [])
  const urls = items.map(item => /^(\d{1,15})=(https?:\/\/.+)$/.exec(item))
  if (urls.some(url => !url || !URL.canParse(url[2] ?? ''))) return null
  return urls.length === 0 ? null : new Map(urls.map(url => [Number(url?.[1]), url?.[2] ?? '']))
}
