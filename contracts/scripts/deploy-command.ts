import { BaseError, createWalletClient, defineChain, http, type LocalAccount, publicActions } from 'viem'

/** Standard output has only the settings of a deployment; people read standard error. */
export const say = console.error

export const flags = process.argv.slice(2)

/** The value behind an option, which is then no flag any more: `--contract 2` and `--contract=2` are one. */
export function takeOption(name: string): string | undefined {
  const at = flags.findIndex(given => given === name || given.startsWith(`${name}=`))
  if (at < 0) return undefined
  const [flag = '', ...behind] = flags.splice(at, flags[at] === name ? 2 : 1)
  return flag === name ? (behind[0] ?? '') : flag.slice(name.length + 1)
}

/** Said together with --dry-run, nothing is sent. */
export const isSent = flags.includes('--send') && !flags.includes('--dry-run')

type Read<Config> = { readonly config: Config } | { readonly problems: readonly string[] }

/** Carries a deployment out by its settings, or says what is wrong with them, and ends with 1 where nothing was done. */
export async function runDeployment<Config>(
  usage: string,
  known: readonly string[],
  read: Read<Config>,
  act: (config: Config) => Promise<void>,
): Promise<void> {
  if (flags.some(given => !known.includes(given))) return refuse(usage)
  if ('problems' in read)
    return refuse(
      `Nothing was deployed. Set these right first:\n${read.problems.map(line => `  ${line}`).join('\n')}`,
    )
  try {
    await act(read.config)
  } catch (error) {
    // The whole error of viem repeats the RPC's address, which may hold a key.
    refuse(error instanceof BaseError ? [error.shortMessage, error.details].join(' ').trim() : error)
  }
}

function refuse(why: unknown): void {
  say(why)
  process.exitCode = 1
}

type Deploying = { readonly chainId: number; readonly deployer: LocalAccount; readonly rpcUrl: string }

/** A client that reads the chain, and sends with the deployer's key. */
export function deployClient({ chainId, deployer, rpcUrl }: Deploying) {
  return createWalletClient({
    account: deployer,
    chain: defineChain({
      id: chainId,
      name: `chain ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl),
    pollingInterval: 1_000,
  }).extend(publicActions)
}
