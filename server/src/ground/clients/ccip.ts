import { setTimeout as wait } from 'node:timers/promises'
import type { CcipRequestParameters, Hex } from 'viem'
import { type GuardedAnswer, guardedFetch, type Internet, RefusedUrlError } from './guarded-fetch.ts'

export type Gateways = {
  request(parameters: CcipRequestParameters): Promise<Hex>
  /** Whether a gateway could not be reached, or failed: an answer may still exist. */
  failed(): boolean
}

const maxRequests = 4
const timeout = 3_000
/** After so many milliseconds without an answer, the next gateway is asked as well. */
const patience = 1_000

/** null: the gateway says that there is nothing. */
type Said = Hex | null

/** Allows one question a few requests and 3 seconds in all. The first answer is believed; a gateway that fails, or hangs, only costs time. */
export function openGateways(question: AbortSignal, internet?: Internet): Gateways {
  let requests = 0
  let failed = false
  let budget: AbortSignal | undefined

  async function fetchFrom(url: string, sender: string, data: Hex): Promise<GuardedAnswer> {
    if (++requests > maxRequests) throw new RefusedUrlError('The name asks too many gateways.')
    const target = url.replaceAll('{sender}', sender.toLowerCase()).replaceAll('{data}', data)
    const json = url.includes('{data}') ? {} : { json: JSON.stringify({ data, sender }) }
    budget ??= AbortSignal.timeout(timeout)
    return guardedFetch({ url: target, ...json, signal: AbortSignal.any([question, budget]) }, internet)
  }

  async function ask(url: string, sender: string, data: Hex): Promise<Said> {
    const { status, body } = await fetchFrom(url, sender, data).catch(error => {
      failed ||= !(error instanceof RefusedUrlError)
      throw error
    })
    // A 4xx says that there is nothing; after any other failure the next gateway may do better.
    if (status >= 400 && status < 500) return null
    const hex = status === 200 ? readHex(body) : null
    if (hex !== null) return hex
    failed ||= status >= 500
    throw new RefusedUrlError('The gateway has no answer.')
  }

  async function askFrom(urls: readonly string[], sender: string, data: Hex): Promise<Said> {
    const [url, ...others] = urls
    if (url === undefined) throw new RefusedUrlError('No gateway has an answer.')
    const own = ask(url, sender, data)
    const asOthers = async (): Promise<Said> => {
      const late = wait(patience, 'late', { ref: false })
      const outcome = await Promise.race([
        own.then(
          () => 'said',
          () => 'failed',
        ),
        late,
      ])
      return outcome === 'said' ? own : askFrom(others, sender, data)
    }
    return Promise.any([own, asOthers()])
  }

  return {
    failed: () => failed,
    async request({ data, sender, urls }) {
      const said = await askFrom(urls, sender, data).catch(() => null)
      if (said === null) throw new RefusedUrlError('No gateway has an answer.')
      return said
    },
  }
}

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
