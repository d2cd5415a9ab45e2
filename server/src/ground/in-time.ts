import { setTimeout as sleep } from 'node:timers/promises'

/** There was no answer in time. */
export class LateError extends Error {
  override readonly name = 'LateError'
}

/** The answer, or an error after so many milliseconds: whoever waits is not kept by what does not answer. */
export async function inTime<T>(answer: Promise<T>, patience: number): Promise<T> {
  const end = new AbortController()
  const late = sleep(patience, null, { signal: end.signal }).then(() => {
    throw new LateError(`no answer in ${patience} ms`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    end.abort()
  }
}
