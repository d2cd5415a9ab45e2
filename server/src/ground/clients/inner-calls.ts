import type { Hex, PublicClient } from 'viem'
import { toAddress } from '../address.ts'
import type { Movement } from './movements.ts'

/** The coin that all calls of a transaction moved, as the node traces them; null if the node traces nothing. */
export async function traceCoin(client: PublicClient, hash: Hex): Promise<Movement[] | null> {
  const frame = await askTrace<Frame>(client, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }])
  if (frame !== null && typeof frame.type === 'string') return movedBy(frame)
  const steps = await askTrace<readonly Step[]>(client, 'trace_transaction', [hash])
  return Array.isArray(steps) ? movedInSteps(steps) : null
}

type Frame = {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly value?: Hex
  readonly error?: string
  readonly calls?: readonly Frame[]
}

/** The other kinds of call move nothing, or move it from an account to itself. */
const moving: ReadonlySet<string> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'])

/** A failed call moved nothing, and neither did its inner calls. */
function movedBy({ type, from, to, value, error, calls = [] }: Frame): Movement[] {
  if (error !== undefined) return []
  const amount = BigInt(value ?? 0)
  const own =
    moving.has(type) && to !== undefined && amount > 0n
      ? [{ from: toAddress(from), to: toAddress(to), amount }]
      : []
  return [...own, ...calls.flatMap(movedBy)]
}

type Step = {
  readonly type: string
  readonly action: {
    readonly callType?: string
    readonly from?: string
    readonly to?: string
    readonly value?: Hex
  }
  readonly error?: string
  readonly traceAddress: readonly number[]
}

function movedInSteps(steps: readonly Step[]): Movement[] {
  const failed = steps.filter(({ error }) => error !== undefined).map(({ traceAddress }) => traceAddress)
  return steps.flatMap(({ type, action, traceAddress }) => {
    const { callType, from, to, value = '0x0' } = action
    if (type !== 'call' || callType !== 'call' || from === undefined || to === undefined) return []
    if (BigInt(value) === 0n || failed.some(outer => outer.every((at, index) => at === traceAddress[index])))
      return []
    return [{ from: toAddress(from), to: toAddress(to), amount: BigInt(value) }]
  })
}

/** null if the node does not know the method, does not offer it, or says more than is read. @throws if the node cannot be asked. */
async function askTrace<T>(client: PublicClient, method: string, params: unknown[]): Promise<T | null> {
  try {
    return (await client.request({ method, params } as never, { retryCount: 0 })) as T
  } catch (error) {
    if (await isUnreachable(error)) throw error
    return null
  }
}

async function isUnreachable(error: unknown): Promise<boolean> {
  const { BaseError, HttpRequestError, TimeoutError } = await import('viem')
  if (!(error instanceof BaseError)) return false
  const failure = error.walk(cause => cause instanceof HttpRequestError || cause instanceof TimeoutError)
  if (failure instanceof HttpRequestError) return failure.status === undefined || failure.status >= 500
  return failure !== null
}
