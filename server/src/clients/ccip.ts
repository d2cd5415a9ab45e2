import type { CcipRequestParameters, Hex } from 'viem'
import { type GuardedAnswer, guardedFetch, type Internet, RefusedUrlError } from './guarded-fetch.ts'

/** How the gateways of one question (ERC-3668) are asked, and how that went. */
export type Gateways = {
  request(parameters: CcipRequestParameters): Promise<Hex>
  /** Whether a gateway could not be reached, or failed: the answer may exist. */
  failed(): boolean
}

const maxRequests = 4
const timeout = 3_000

/** The gateways of one question: a few requests and 3 seconds in all, each through the guarded fetch. */
export function openGateways(question: AbortSignal, internet?: Internet): Gateways {
  let requests = 0
  let failed = false
  let budget: AbortSignal | undefined

  async function ask(url: string, sender: string, data: Hex): Promise<GuardedAnswer | null> {
    if (++requests > maxRequests) throw new RefusedUrlError('The name asks too many gateways.')
    const target = url.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
    const json = url.includes('{data}') ? {} : { json: JSON.stringify({ data, sender }) }
    budget ??= AbortSignal.timeout(timeout)
    const signal = AbortSignal.any([question, budget])
    try {
      return await guardedFetch({ url: target, ...json, signal }, internet)
    } catch (error) {
      failed ||= !(error instanceof RefusedUrlError)
      return null
    }
  }

  return {
    failed: () => failed,
    async request({ data, sender, urls }) {
      if (urls.length === 0) throw new RefusedUrlError('The name asks no gateway.')
      for (const url of urls) {
        const answer = await ask(url, sender, data)
        if (answer === null) continue
        // A 4xx is the gateway's word that there is nothing; anything else may be better at the next one.
        if (answer.status >= 400 && answer.status < 500) break
        const hex = answer.status === 200 ? readHex(answer.body) : null
        if (hex !== null) return hex
        if (answer.status >= 500) failed = true
      }
      throw new RefusedUrlError('No gateway has an answer.')
    },
  }
}

/** `{ "data": "0x..." }`, or the bare hex. */
function readHex(body: string): Hex | null {
  const text = body.trimStart().startsWith('{') ? readData(body) : body.trim()
  return typeof text === 'string' && /^0x([0-9a-f]{2})*$/i.test(text) ? (text as Hex) : null
}

function readData(body: string): unknown {
  try {
    return (JSON.parse(body) as { data?: unknown }).data
  } catch {
    return null
  }
}
