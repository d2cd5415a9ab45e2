import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  createTestClient,
  defineChain,
  type HDAccount,
  type HttpTransport,
  http,
  publicActions,
  walletActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

export type AnvilOptions = {
  chainId?: number
  /** 0, the default, takes a free one. */
  port?: number
  /** More of anvil's own arguments, such as `['--block-time', '1']`. */
  args?: string[]
}

export type Anvil = Awaited<ReturnType<typeof startAnvil>>
export type AnvilClient = ReturnType<typeof createClient>

const mnemonic = 'test test test test test test test test test test test junk'
const startDeadline = 60_000

/** The path of the anvil binary: the one that npm installed, else one on the PATH, else null. */
export const anvilPath: string | null = findAnvil()

/**
 * Starts a local chain on a free port.
 *
 * Call `stop()` at the end; the chain also ends with this process. Throws where there is no anvil (see `anvilPath`).
 */
export async function startAnvil({ chainId = 31337, port = 0, args = [] }: AnvilOptions = {}) {
  if (!anvilPath)
    throw new Error('There is no anvil: install the optional dependencies, or put anvil on the PATH.')
  const child = spawn(anvilPath, ['--port', String(port), '--chain-id', String(chainId), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const rpcUrl = `http://${await listening(child)}`
  const asked = new Set<string>()
  const isRunning = () => child.exitCode === null && child.signalCode === null
  return {
    rpcUrl,
    chainId,
    client: createClient(rpcUrl, chainId, asked),
    /** The methods that its client has called. */
    asked: asked as ReadonlySet<string>,
    isRunning,
    /** The n-th of anvil's ten funded accounts. */
    account: devAccount,
    /** Kills the chain, with all that is on it. */
    stop: async () => {
      process.removeListener('exit', kill)
      if (!isRunning()) return
      const exited = once(child, 'exit')
      kill()
      await exited
    },
  }
}

function createClient(rpcUrl: string, chainId: number, asked: Set<string>) {
  const chain = defineChain({
    id: chainId,
    name: 'anvil',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createTestClient({
    mode: 'anvil',
    chain,
    transport: noting(http(rpcUrl), asked),
    cacheTime: 0,
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
}

function noting(transport: HttpTransport, asked: Set<string>): HttpTransport {
  return given => {
    const made = transport(given)
    const request: typeof made.request = (...args) => {
      asked.add(args[0].method)
      return made.request(...args)
    }
    return { ...made, request }
  }
}

const devAccounts = new Map<number, HDAccount>()

function devAccount(index: number): HDAccount {
  const account = devAccounts.get(index) ?? mnemonicToAccount(mnemonic, { addressIndex: index })
  devAccounts.set(index, account)
  return account
}

async function listening(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('anvil has no output to read its port from')
  const errors: Buffer[] = []
  child.stderr.on('data', chunk => errors.push(chunk))
  const address = new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error('anvil did not start in time')), startDeadline)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`anvil ended: ${Buffer.concat(errors)}`)))
    // It logs each call, so its output is read to the end.
    createInterface(child.stdout as NodeJS.ReadableStream).on('line', line => {
      const found = /^Listening on (\S+)/.exec(line)?.[1]
      if (!found) return
      clearTimeout(deadline)
      resolve(found)
    })
  })
  return address
}

function findAnvil(): string | null {
  try {
    const manifest = createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/package.json')
    return join(dirname(manifest), 'bin', 'anvil')
  } catch {
    return spawnSync('anvil', ['--version']).status === 0 ? 'anvil' : null
  }
}
