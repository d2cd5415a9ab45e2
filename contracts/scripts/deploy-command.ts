import { BaseError, createWalletClient, defineChain, type HttpTransport, http, publicActions } from 'viem'
import type { Deployer } from './deployer.ts'

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

type Deploying = { readonly chainId: number; readonly deployer: Deployer; readonly rpcUrl: string }

/** A client that reads the chain, and sends with the deployer's key or has its signer send. */
export function deployClient({ chainId, deployer, rpcUrl }: Deploying) {
  return createWalletClient({
    account: deployer,
    chain: defineChain({
      id: chainId,
      name: `chain ${chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: 'signerUrl' in deployer ? withSigner(rpcUrl, deployer.signerUrl, chainId) : http(rpcUrl),
    pollingInterval: 1_000,
  }).extend(publicActions)
}

/** A person may have to press a button of their device first. */
const patience = 10 * 60_000

/** All goes to the RPC of the chain but what is to be signed. */
function withSigner(rpcUrl: string, signerUrl: string, chainId: number): HttpTransport {
  const signer = http(signerUrl, { timeout: patience, retryCount: 0 })({})
  return given => {
    const chain = http(rpcUrl)(given)
    async function request(asked: { method: string; params?: unknown }) {
      if (asked.method !== 'eth_sendTransaction') return chain.request(asked as never)
      const signed = Number(await signer.request({ method: 'eth_chainId' } as never))
      if (signed !== chainId)
        throw new BaseError(`The signer is on chain ${signed}, not ${chainId}: nothing was sent.`)
      return signer.request(asked as never)
    }
    return { ...chain, request: request as typeof chain.request }
  }
}
