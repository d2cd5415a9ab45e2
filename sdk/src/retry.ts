import { FurrowError } from './errors.ts'

/** How to repeat a call whose answer did not come. */
export type RetryOptions = {
  /** The most attempts, the first one included; 4 by default. */
  readonly attempts?: number
  /** `false` leaves reads to programs that repeat them by themselves. */
  readonly reads?: boolean
  /** Waits for a pause, for programs with a clock of their own. */
  readonly delay?: (milliseconds: number) => Promise<void>
}

/** No answer came, or a proxy had none: nobody knows whether the call was done. */
const unknown = [0, 502, 503, 504]
/** With a time to wait: the first attempt is still under way. Without one: somebody changed what the request rests on. */
const underWay = 409
/** With a time to wait: too many came at once. A change is not repeated for it, since its caller may rather send less. */
const tooMany = 429

const firstPause = 500
const longestPause = 30_000

/**
 * Repeats a call, with longer pauses each time, or after the time named by the service; a named time over half a minute
 * is thrown at once.
 */
export function retrying<T>(options: RetryOptions, ask: () => Promise<T>): Promise<T> {
  return repeating(options, underWay, ask)
}

/** Like `retrying`, for reads, which may come any number of times. */
export function retryingRead<T>(options: RetryOptions | null, ask: () => Promise<T>): Promise<T> {
  return options === null || options.reads === false ? ask() : repeating(options, tooMany, ask)
}

async function repeating<T>(
  { attempts = 4, delay = sleep }: RetryOptions,
  passing: number,
  ask: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask()
    } catch (error) {
      if (attempt >= attempts || !(error instanceof FurrowError)) throw error
      const pause = pauseAfter(error, attempt, passing)
      if (pause === null) throw error
      await delay(pause)
    }
  }
}

/** null where repeating would not help. `passing` is the status that passes where the service names a time. */
function pauseAfter({ status, retryAfter }: FurrowError, attempt: number, passing: number): number | null {
  const willPass = status === passing && retryAfter !== null
  if (!unknown.includes(status) && !willPass) return null
  // Spread out: a service that just came back has enough to do.
  const own = Math.min(firstPause * 2 ** (attempt - 1), longestPause / 2) * (0.5 + Math.random())
  const named = (retryAfter ?? 0) * 1_000
  return named > longestPause ? null : Math.max(own, named)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

/** A random idempotency key, for callers that keep it before they send. `getRandomValues` also works in pages loaded by plain HTTP. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
