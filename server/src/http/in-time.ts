import { setTimeout as sleep } from 'node:timers/promises'

/** The answer, or a failure where there is none in that time. */
export async function inTime<T>(answer: Promise<T>, patience: number): Promise<T> {
  const end = new AbortController()
  const late = sleep(patience, null, { signal: end.signal }).then(() => {
    throw new Error(`no answer in ${patience} ms`)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    end.abort()
  }
}
