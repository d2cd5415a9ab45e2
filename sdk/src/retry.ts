import { FurrowError } from './errors.ts'

/** How to repeat a changing call whose answer did not come. */
export type RetryOptions = {
  /** The most attempts, the first one included; 4 by default. */
  readonly attempts?: number
  /** Waits for a pause, for programs with a clock of their own. */
  readonly delay?: (milliseconds: number) => Promise<void>
}

/** No answer came, or a proxy had none: nobody knows whether the call was done. */
const unknown = [0, 502, 503, 504]
/** With a time to wait: the first attempt is still under way. Without one: somebody changed what the request rests on. */
const underWay = 409

const firstPause = 500
const longestPause = 30_000

/**
 * Repeats a call, with longer pauses each time, or after the time named by the service; a named time over half a minute
 * is thrown at once.
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

/** null where repeating would not help. */
function pauseAfter({ status, retryAfter }: FurrowError, attempt: number): number | null {
  const isUnderWay = status === underWay && retryAfter !== null
  if (!unknown.includes(status) && !isUnderWay) return null
  // Spread out: a service that just came back has enough to do.
  const own = Math.min(firstPause * 2 ** (attempt - 1), longestPause / 2) * (0.5 + Math.random())
  const named = (retryAfter ?? 0) * 1_000
  return named > longestPause ? null : Math.max(own, named)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** A random key. `getRandomValues` also works in pages loaded by plain HTTP. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
