import { FurrowError } from './errors.ts'

/** How a call that changes something is asked again, where its answer did not come. */
export type RetryOptions = {
  /** How often it is asked at most, the first time included: 4 where nothing is said. */
  readonly attempts?: number
  /** What waits, for programs with a clock of their own. */
  readonly delay?: (milliseconds: number) => Promise<void>
}

/** No answer came, or something on the way had none: it may be done, or not. Nobody knows. */
const unknown = [0, 502, 503, 504]
/** With a time to wait: the first attempt is still under way. Without one: others changed what the request rests on. */
const underWay = 409

const firstPause = 500
const longestPause = 30_000

/**
 * Asks again, with longer pauses each time, or after the time that the service named; where that is longer than half a
 * minute, it is told at once.
 */
export async function retrying<T>(
  { attempts = 4, delay = sleep }: RetryOptions,
  ask: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt >= attempts || !(error instanceof FurrowError)) throw error
      const pause = pauseAfter(error, attempt)
      if (pause === null) throw error
      await delay(pause)
    }
  }
}

/** null where asking again would not help. */
function pauseAfter({ status, retryAfter }: FurrowError, attempt: number): number | null {
  const isUnderWay = status === underWay && retryAfter !== null
  if (!unknown.includes(status) && !isUnderWay) return null
  // Not all at the same moment: a service that just came back has enough to do.
  const own = Math.min(firstPause * 2 ** (attempt - 1), longestPause / 2) * (0.5 + Math.random())
  const named = (retryAfter ?? 0) * 1_000
  return named > longestPause ? null : Math.max(own, named)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** A key that nobody else has. Also pages that came by plain HTTP can make one. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
