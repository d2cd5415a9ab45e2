import { setTimeout as sleep } from 'node:timers/promises'

export class LateError extends Error {
  override readonly name = 'LateError'
}

/** The answer, or a LateError after so many milliseconds. */
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
