import type { Quest } from '@furrow/sdk'
import type { Call, Node } from '@furrow/sdk/escrow'
import { type Context, given, text } from '../command.ts'
import { UsageError } from '../exit-codes.ts'
import { plainText } from '../plain.ts'

/** Options of every command that looks at the chain and says what a wallet is to send. */
export const chainOptions = {
  rpc: text('url', 'A JSON-RPC of the chain; by default the public one that the service names'),
  safe: { type: 'boolean', about: "The transactions as a file of Safe's Transaction Builder" },
} as const

/** A deadline and a signature go together. */
export function readSigned(context: Context): { deadline: number; signature: string } | null {
  const { signature, deadline } = given(context, 'signature', 'deadline')
  if (signature === undefined && deadline === undefined) return null
  if (signature === undefined || !/^[1-9]\d{0,15}$/.test(deadline ?? ''))
    throw new UsageError('--signature and --deadline go together: the deadline is in what you signed.')
  return { signature, deadline: Number(deadline) }
}

export function addressOf(name: string, value: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(value)) throw new UsageError(`${name} is an address: 0x and 40 hex digits.`)
  return value
}

/** The node of the quest's chain. @throws UsageError where there is none, or it is of another chain. */
export async function openNode(context: Context, { funding }: Quest): Promise<Node> {
  const { chainId } = funding
  if (chainId === undefined) throw new UsageError('The funds of this quest are in no contract.')
  const { rpc = await publicRpc(context, chainId) } = given(context, 'rpc')
  if (rpc === undefined || !/^https?:\/\//.test(rpc) || !URL.canParse(rpc))
    throw new UsageError(`Give --rpc, the address of a JSON-RPC of chain ${chainId}: https://...`)
  const node = nodeAt(rpc, context.signal)
  if (Number(await node('eth_chainId')) !== chainId)
    throw new UsageError(`--rpc is not of chain ${chainId}, where the quest's contract is.`)
  return node
}

async function publicRpc(context: Context, chainId: number): Promise<string | undefined> {
  const { chains = [] } = await context.client().config()
  return chains.find(chain => chain.chainId === chainId)?.rpc
}

/** Failures do not repeat the address, which may hold a key. */
function nodeAt(url: string, signal: AbortSignal): Node {
  return async (method, params = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
    }).catch(() => null)
    const answer = (await response?.json().catch(() => null)) as {
      result?: unknown
      error?: { message?: string }
    } | null
    if (answer == null || (answer.error === undefined && answer.result === undefined))
      throw new Error(`The chain's node does not answer ${method}.`)
    if (answer.error !== undefined)
      throw new Error(`The chain's node refuses ${method}: ${plainText(answer.error.message ?? '')}`)
    return answer.result
  }
}

/** For people too as JSON: wallets take it as it is. */
export function showWords(context: Context, words: object): void {
  context.show(words, () => [JSON.stringify(words, null, 2)])
}

/** The transactions as lines, for whichever wallet sends them, or as a file for a Safe. */
export async function showCalls(
  context: Context,
  { name, chainId, calls, facts }: { name: string; chainId: number; calls: readonly Call[]; facts: object },
  lines: () => readonly string[],
): Promise<void> {
  if (context.options.safe === true) {
    const { safeCalls } = await import('@furrow/sdk/safe')
    const plain = calls.map(call => ({ ...call, value: String(BigInt(call.value)) }))
    showWords(context, safeCalls(plain, { chainId, name, createdAt: Date.now() }))
    return
  }
  context.show({ ...facts, chainId, calls }, () => [
    ...lines(),
    ...calls.flatMap(({ to, data, value }, index) => [
      '',
      `${index + 1}. to     ${to}`,
      `   value  ${BigInt(value)}`,
      `   data   ${data}`,
    ]),
  ])
}
