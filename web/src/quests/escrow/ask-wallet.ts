import type { Order } from './escrow-call.ts'
import { callContract, isContract, type Node, toHex } from './node.ts'
import type { PaidGas } from './paid-gas.ts'
import type { Sent, Step } from './sent.ts'

type Options = {
  readonly node: Node
  readonly from: string
  readonly chainId: number
  readonly keep: (sent: Sent) => void
  readonly forget: () => void
  /** Asks the community to pay the gas; left out where the wallet's owner pays it. */
  readonly askForGas?: (chainId: number) => Promise<PaidGas | null>
}

/**
 * Asks the wallet to send it. The question is kept first: a user who closes the page while the wallet asks finds it again.
 * @throws the wallet's own errors, with nothing kept.
 */
export async function askWallet(step: Step, { call, watch }: Order, options: Options): Promise<Sent> {
  const { node, from, chainId } = options
  const draft = await prepare(step, { call, watch }, options)
  const gas = (await options.askForGas?.(chainId)) ?? null
  return answered(draft, options, async () =>
    gas === null
      ? { hash: String(await node('eth_sendTransaction', [{ from, chainId: toHex(chainId), ...call }])) }
      : { bundle: await sendCalls([call], options, gas) },
  )
}

/** The same for several calls that all happen, or none: one question (EIP-5792). */
export async function askTogether(
  calls: readonly Sent['call'][],
  { call, watch }: Order,
  options: Options,
): Promise<Sent> {
  const draft = await prepare('together', { call, watch }, options)
  const gas = (await options.askForGas?.(options.chainId)) ?? null
  return answered(draft, options, async () => ({ bundle: await sendCalls(calls, options, gas) }))
}

/** @returns the wallet's own name for the calls. */
async function sendCalls(
  calls: readonly Sent['call'][],
  { node, from, chainId }: Options,
  gas: PaidGas | null,
): Promise<string> {
  const asked = {
    version: '2.0.0',
    from,
    chainId: toHex(chainId),
    atomicRequired: calls.length > 1,
    calls,
    ...(gas !== null && { capabilities: gas }),
  }
  const answer = await node('wallet_sendCalls', [asked])
  return typeof answer === 'string' ? answer : String((answer as { id: unknown }).id)
}

async function prepare(step: Step, order: Order, { node, from, chainId }: Options): Promise<Sent> {
  const [before, nonce, block, code] = await Promise.all([
    callContract(node, order.watch.to, order.watch.data),
    node('eth_getTransactionCount', [from, 'pending']),
    node('eth_blockNumber'),
    node('eth_getCode', [from, 'latest']),
  ])
  return {
    step,
    hash: null,
    bundle: null,
    from,
    chainId,
    nonce: Number(nonce),
    block: Number(block),
    at: Date.now(),
    call: order.call,
    isShared: isContract(String(code)),
    watch: { ...order.watch, before },
  }
}

async function answered(
  draft: Sent,
  { keep, forget }: Options,
  ask: () => Promise<Partial<Sent>>,
): Promise<Sent> {
  keep(draft)
  const answer = await ask().catch(error => {
    // A wallet that was cut off may have sent it all the same.
    const { code } = (error ?? {}) as { code?: number }
    if (code !== 4900 && code !== 4901) forget()
    throw error
  })
  const sent = { ...draft, ...answer }
  keep(sent)
  return sent
}
