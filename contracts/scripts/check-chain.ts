import { type Address, encodeAbiParameters, type Hex, type PublicClient, parseAbi } from 'viem'
import { type ChainAdvice, issuer, type Known } from './chains.ts'
import type { Terms } from './deploy-config.ts'

const abi = parseAbi([
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function arbitrationCost(bytes) view returns (uint256)',
])

type Client = Pick<PublicClient, 'getCode' | 'readContract'>

/** Recommended settings, each asked of the chain; what does not answer as it should is not recommended. */
export async function readAdvice(client: Client, chainId: number, advice: ChainAdvice): Promise<string[]> {
  const { name, coin, explorer, confirmations, uptimeFeed, usdc, court, isRollup } = advice
  const lines = [
    `Recommended on ${name}:`,
    `  ESCROW_CONFIRMATIONS=${chainId}=${confirmations}`,
    `  ESCROW_EXPLORER_URL=${chainId}=${explorer}`,
  ]
  const tell = (line: string, { source }: Known, problem: string | null) =>
    lines.push(problem === null ? `  ${line} (${source})` : `  not ${line}: ${problem}`)
  if (usdc) {
    const problem = await lookAtDollars(client, usdc)
    tell(`TOKENS=${coin}@${chainId}=native,USDC@${chainId}=${usdc.address}`, usdc, problem)
    if (problem === null) lines.push(`  ESCROW_TOKENS=${usdc.address}, whose deposits are the cheaper for it`)
    lines.push(`    compare it with the issuer's own list: ${issuer}`)
  } else lines.push(`  TOKENS=${coin}@${chainId}=native`)
  if (uptimeFeed)
    tell(`ESCROW_UPTIME_FEED=${uptimeFeed.address}`, uptimeFeed, await lookAtFeed(client, uptimeFeed))
  else if (isRollup)
    lines.push('  no uptime feed is known here: windows end also while the sequencer is down')
  if (court)
    tell(
      `a court for CourtArbiterV2, by npm run deploy:court: ${court.address}`,
      court,
      await lookAtCourt(client, court),
    )
  return lines
}

async function lookAtDollars(client: Client, { address }: Known): Promise<string | null> {
  const [symbol, decimals] = await Promise.all([
    client.readContract({ abi, address, functionName: 'symbol' }),
    client.readContract({ abi, address, functionName: 'decimals' }),
  ]).catch(() => [null, null])
  if (symbol === null) return 'nothing there answers as a token'
  return symbol === 'USDC' && decimals === 6 ? null : `it calls itself ${symbol}, with ${decimals} decimals`
}

async function lookAtFeed(client: Client, { address }: Known): Promise<string | null> {
  const round = await client.readContract({ abi, address, functionName: 'latestRoundData' }).catch(() => null)
  if (round === null) return 'nothing there answers as an uptime feed'
  return round[1] === 0n || round[1] === 1n ? null : 'its answer is that of another kind of feed'
}

async function lookAtCourt(client: Client, { address }: Known): Promise<string | null> {
  const cost = await readCourtFee(client, address, extraDataOf(0n, 3n))
  return cost === null || cost === 0n ? 'nothing there answers as a court' : null
}

/** How a court of Kleros is asked for: which of its courts, and how many jurors to begin with. */
export function extraDataOf(court: bigint, jurors: bigint): Hex {
  return encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [court, jurors])
}

/** A dispute's cost, in wei; null where nothing answers as a court (ERC-792). */
export async function readCourtFee(client: Client, address: Address, extraData: Hex): Promise<bigint | null> {
  const args = [extraData] as const
  return client.readContract({ abi, address, functionName: 'arbitrationCost', args }).catch(() => null)
}

/** Where a role is a key that should be a contract, or the other way round. */
export async function lookAtRoles(client: Client, terms: Terms, isTest: boolean): Promise<RoleProblems> {
  const { operator, attester, arbiter, owner, uptimeFeed } = terms
  const has = async (address: `0x${string}`) =>
    BigInt(address) > 0n && (await client.getCode({ address })) !== undefined
  const warnings: string[] = []
  const serious: string[] = []
  for (const [role, address, why] of [
    ['arbiter', arbiter, 'that key decides every dispute'],
    ['owner', owner, 'that key names the next operator'],
  ] as const) {
    if (BigInt(address) === 0n || (await has(address))) continue
    const line = `the ${role} ${address} is a key and no Safe or court; ${why}.`
    ;(isTest ? warnings : serious).push(line)
  }
  for (const [role, address] of [
    ['operator', operator],
    ['attester', attester],
  ] as const)
    if (await has(address))
      warnings.push(`the ${role} ${address} is a contract: the service signs with a key.`)
  const feed = BigInt(uptimeFeed) > 0n ? await lookAtFeed(client, { address: uptimeFeed, source: '' }) : null
  if (feed !== null) serious.push(`ESCROW_UPTIME_FEED: ${feed}.`)
  return { warnings, serious }
}

/** A serious finding stops a deployment where money is real, unless its operator says that it is meant so. */
export type RoleProblems = { readonly warnings: readonly string[]; readonly serious: readonly string[] }
