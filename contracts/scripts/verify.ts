import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import { compilerVersion, type Written } from './verification.ts'

export type VerifyOptions = {
  readonly chainId: number
  readonly address: Address
  readonly written: Written
  readonly sourcify: string
  readonly etherscan: string
  /** null for nobody: Etherscan is not asked then. */
  readonly etherscanKey: string | null
  readonly pauseMs?: number
}

const rounds = 40
const patienceMs = 30_000

/** Has Sourcify, and with a key Etherscan, verify the contract; a sentence for each. Failures name no key. */
export async function verify(options: VerifyOptions): Promise<{ ok: boolean; lines: readonly string[] }> {
  const asked = [bySourcify(options), ...(options.etherscanKey === null ? [] : [byEtherscan(options)])]
  const answers = await Promise.all(
    asked.map(one =>
      one.catch(() => ({ ok: false, line: 'An explorer could not be asked: try --verify again later.' })),
    ),
  )
  const lines = answers.map(({ line }) => line)
  if (options.etherscanKey === null) lines.push('Etherscan was not asked: ETHERSCAN_API_KEY is not set.')
  return { ok: answers.every(({ ok }) => ok), lines }
}

type Answer = { readonly ok: boolean; readonly line: string }

async function bySourcify({
  chainId,
  address,
  written,
  sourcify,
  pauseMs = 3_000,
}: VerifyOptions): Promise<Answer> {
  const base = sourcify.replace(/\/$/, '')
  const started = await fetch(`${base}/v2/verify/${chainId}/${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: readFileSync(join(written.folder, 'sourcify.json')),
    signal: AbortSignal.timeout(patienceMs),
  })
  const job = (await started.json()) as { verificationId?: string; message?: string }
  if (started.status === 409) return { ok: true, line: 'Sourcify has it verified already.' }
  if (job.verificationId === undefined)
    return { ok: false, line: `Sourcify refuses it: ${textOf(job.message)}` }
  for (let round = 0; round < rounds; round++) {
    const answer = await fetch(`${base}/v2/verify/${encodeURIComponent(job.verificationId)}`, {
      signal: AbortSignal.timeout(patienceMs),
    })
    const state = (await answer.json()) as {
      isJobCompleted?: boolean
      contract?: { match?: string | null }
      error?: { message?: string }
    }
    if (state.isJobCompleted === true)
      return state.contract?.match
        ? { ok: true, line: `Sourcify verified it: ${textOf(state.contract.match)}.` }
        : { ok: false, line: `Sourcify could not verify it: ${textOf(state.error?.message)}` }
    await sleep(pauseMs)
  }
  return { ok: false, line: 'Sourcify is still at it: look there later.' }
}

async function byEtherscan(options: VerifyOptions): Promise<Answer> {
  const { chainId, address, written, etherscan, etherscanKey, pauseMs = 3_000 } = options
  const ask = async (query: Record<string, string>, form?: Record<string, string>) => {
    const all = new URLSearchParams({
      chainid: String(chainId),
      module: 'contract',
      apikey: etherscanKey ?? '',
      ...query,
    })
    const answer = await fetch(`${etherscan}?${all}`, {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return (await answer.json()) as { status: string; result: string }
  }
  // An explorer reads the chain a little later than the deployer.
  for (let round = 0; round < rounds; round++) {
    const { status, result } = await ask(
      { action: 'verifysourcecode' },
      {
        codeformat: 'solidity-standard-json-input',
        sourceCode: readFileSync(join(written.folder, 'standard-input.json'), 'utf8'),
        contractaddress: address,
        contractname: written.contract,
        compilerversion: `v${compilerVersion}`,
        // The second spelling is that of the first version of this interface, which some explorers still read.
        constructorArguments: written.args,
        constructorArguements: written.args,
      },
    )
    if (status === '1') return followEtherscan(ask, result, pauseMs)
    if (/already verified/i.test(result)) return { ok: true, line: 'Etherscan has it verified already.' }
    if (!/unable to locate/i.test(result))
      return { ok: false, line: `Etherscan refuses it: ${textOf(result)}` }
    await sleep(pauseMs)
  }
  return { ok: false, line: 'Etherscan does not see the contract yet: try --verify again later.' }
}

async function followEtherscan(
  ask: (query: Record<string, string>) => Promise<{ status: string; result: string }>,
  guid: string,
  pauseMs: number,
): Promise<Answer> {
  for (let round = 0; round < rounds; round++) {
    const { result } = await ask({ action: 'checkverifystatus', guid })
    if (/^pass|already verified/i.test(result)) return { ok: true, line: 'Etherscan verified it.' }
    if (!/pending/i.test(result))
      return { ok: false, line: `Etherscan could not verify it: ${textOf(result)}` }
    await sleep(pauseMs)
  }
  return { ok: false, line: 'Etherscan is still at it: look there later.' }
}

/** Others' words for a terminal. */
function textOf(words: unknown): string {
  return String(words ?? 'it says no more')
    .replace(/[^\x20-\x7e]/g, ' ')
    .slice(0, 300)
}
