import { probe } from '../../ground/clients/probe.ts'

export const paymasterMethods = ['pm_getPaymasterStubData', 'pm_getPaymasterData'] as const
export type PaymasterMethod = (typeof paymasterMethods)[number]

export type RpcError = { readonly code: number; readonly message: string }
export type PaymasterAnswer =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: RpcError }

/** @throws Error where the paymaster gives no answer, or none that is JSON-RPC. */
export async function askPaymaster(
  url: string,
  method: PaymasterMethod,
  params: readonly unknown[],
): Promise<PaymasterAnswer> {
  const { text } = await probe(url, { jsonrpc: '2.0', id: 1, method, params })
  const answer = JSON.parse(text) as { result?: unknown; error?: { code?: unknown; message?: unknown } }
  if (isRecord(answer?.result)) return { result: answer.result }
  const { code, message } = answer?.error ?? {}
  if (typeof message !== 'string') throw new Error('It is no JSON-RPC.')
  return { error: { code: typeof code === 'number' ? code : -32_000, message } }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
