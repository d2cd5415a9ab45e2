import {
  courtArbiterAbi,
  courtArbiterV2Abi,
  questEscrowV3Abi,
  splitAccountAbi,
  splitterAbi,
} from '@furrow/contracts'
import {
  type Address,
  BaseError,
  createPublicClient,
  custom,
  decodeErrorResult,
  type EIP1193Provider,
  encodeFunctionData,
  type Hex,
  toHex,
} from 'viem'
import { plainCourtCall } from './court.ts'
import type { Wallet } from './look.ts'
import type { Step } from './steps.ts'

/** The typed values of a step: another receiver, the farmer's share in ten-thousandths, and where some evidence is. */
export type Typed = {
  readonly receiver: Address | null
  readonly share: number | null
  readonly evidence: string | null
}

/** One deposit, and the payment in it that a step is about; null for a step of the deposit or the contract itself. */
export type Place = {
  readonly contract: Address
  readonly arbiter: Address
  readonly escrow: Hex
  readonly farmer: Address | null
}

/** Has the contract try the step, and then the wallet send it. @throws Error with the contract's objection. */
export async function send(wallet: Wallet, place: Place, step: Step, typed: Typed): Promise<Hex> {
  return trySend(wallet.provider, wallet.me, await callOf(wallet.provider, place, step, typed))
}

type Call = { readonly to: Address; readonly data: Hex; readonly value: Hex }

async function callOf(
  provider: EIP1193Provider,
  { arbiter, contract, escrow, farmer }: Place,
  { call, contract: words, court, takes }: Step,
  { receiver, share, evidence }: Typed,
): Promise<Call> {
  if (farmer !== null && (takes === 'fee' || takes === 'evidence'))
    return plainCourtCall(provider, { contract, arbiter, escrow, farmer }, evidence)
  if (court !== undefined) {
    const request = { abi: courtArbiterV2Abi, functionName: call, args: court.args } as never
    return { to: arbiter, data: encodeFunctionData(request), value: toHex(court.value) }
  }
  const args = {
    deposit: [escrow],
    farmer: [escrow, farmer],
    pay: [escrow, farmer, true],
    refund: [escrow, farmer, false],
    share: [escrow, farmer, share],
    receiver: [escrow, receiver],
    'farmer-receiver': [escrow, farmer, receiver],
    fee: [],
    evidence: [],
    court: [],
    contract: words,
  }[takes]
  const request = { abi: questEscrowV3Abi, functionName: call, args } as never
  return { to: contract, data: encodeFunctionData(request), value: '0x0' }
}

/** Has the contract try a call, and then the wallet send it. @throws Error with the contract's objection. */
export async function trySend(
  provider: EIP1193Provider,
  me: Address,
  { to, data, value }: Call,
): Promise<Hex> {
  const client = createPublicClient({ transport: custom(provider) })
  try {
    await client.call({ account: me, to, data, value: BigInt(value) })
  } catch (error) {
    throw new Error(refusalOf(error))
  }
  return provider.request({ method: 'eth_sendTransaction', params: [{ from: me, to, value, data }] })
}

const errors = [
  ...questEscrowV3Abi,
  ...courtArbiterAbi,
  ...courtArbiterV2Abi,
  ...splitterAbi,
  ...splitAccountAbi,
]

function refusalOf(error: unknown): string {
  if (!(error instanceof BaseError)) return String(error)
  let data: Hex | undefined
  error.walk(cause => {
    data ??= dataOf(cause)
    return false
  })
  try {
    const { errorName } = decodeErrorResult({ abi: errors, data: data ?? '0x' })
    return `The contract refuses it: ${errorName}.`
  } catch {
    return error.shortMessage
  }
}

/** Some wallets wrap the answer of their node. */
function dataOf(cause: unknown): Hex | undefined {
  const { data } = (cause ?? {}) as { data?: unknown }
  if (typeof data === 'string' && data.startsWith('0x')) return data as Hex
  return data !== null && typeof data === 'object' ? dataOf(data) : undefined
}

/** Questions to the wallet's node, as the SDK asks them. */
export const nodeOf =
  (provider: EIP1193Provider) =>
  (method: string, params: readonly unknown[] = []) =>
    provider.request({ method, params } as never) as Promise<unknown>

export const declined = 'You declined in your wallet.'

/** Why the wallet or its node did not do something, in words for its owner. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: number; message?: string }
  return code === 4001 ? declined : (message ?? String(error))
}
