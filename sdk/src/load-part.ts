import { FurrowError } from './errors.ts'

/** Loads a part of the SDK. @throws FurrowError with status 0, which says why it cannot be loaded. */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new FurrowError(0, `A part of the client cannot be loaded: ${why}`, null, {
      code: 'part-not-loaded',
      cause,
    })
  }
}
