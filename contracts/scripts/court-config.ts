import { type Address, isAddress } from 'viem'
import { chains, chainsWithCourts } from './chains.ts'
import { type Explorers, readExplorers, rpcUrls } from './deploy-config.ts'
import { type Deployer, readDeployer } from './deployer.ts'

export type CourtConfig = Explorers & {
  readonly chainId: number
  readonly rpcUrl: string
  readonly deployer: Deployer
  /** The arbitrator (ERC-792), and the page where it was read; null where the settings name it. */
  readonly court: Address
  readonly source: string | null
  readonly subcourt: bigint
  readonly jurors: bigint
  readonly metaEvidence: string
}

/** Reads the settings of a court's arbiter, or reports every problem at once. A problem never repeats a key or the address of an RPC. */
export function readCourtConfig(
  env: Record<string, string | undefined>,
): { config: CourtConfig } | { problems: string[] } {
  const problems: string[] = []
  const text = (name: string) => env[name]?.trim() ?? ''
  function count(name: string, least: number, most: number, usual: string): bigint {
    const given = text(name) || usual
    if (/^\d{1,6}$/.test(given) && Number(given) >= least && Number(given) <= most) return BigInt(given)
    problems.push(`${name} must be a whole number from ${least} to ${most}; it is "${given}".`)
    return 0n
  }

  const chainId = Number(text('ESCROW_CHAIN_ID'))
  const urls = rpcUrls(text('RPC_URLS'))
  const rpcUrl = urls?.get(chainId) ?? ''
  if (!rpcUrl) problems.push('RPC_URLS must have the chain of ESCROW_CHAIN_ID, such as 1=https://...')
  const deployer = readDeployer(text)
  if (typeof deployer === 'string') problems.push(deployer)
  const listed = chains[chainId]?.court
  const court = text('COURT') || listed?.address || ''
  if (!isAddress(court))
    problems.push(
      `COURT must be the address of an ERC-792 arbitrator: none is known on this chain, but on ${chainsWithCourts}.`,
    )
  const metaEvidence = text('COURT_META_EVIDENCE')
  if (!/^(ipfs:\/\/|\/ipfs\/|https:\/\/)\S+$/.test(metaEvidence))
    problems.push(
      'COURT_META_EVIDENCE must say where the file is that tells jurors what they decide (contracts/court/meta-evidence.json), such as /ipfs/<hash>.',
    )
  const subcourt = count('COURT_SUBCOURT', 0, 999_999, '0')
  const jurors = count('COURT_JURORS', 1, 511, '3')
  if (problems.length > 0 || typeof deployer === 'string' || !isAddress(court)) return { problems }
  const source = text('COURT') ? null : (listed?.source ?? null)
  const found = { chainId, rpcUrl, deployer, court, source, subcourt, jurors, metaEvidence }
  return { config: { ...found, ...readExplorers(text) } }
}
