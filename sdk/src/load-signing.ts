import { FurrowError } from './errors.ts'

/**
 * Loaded only for signing, since it is larger than all the rest. @throws FurrowError with status 0 where it cannot be
 * loaded.
 */
export function loadSigning(): Promise<typeof import('./sign-in.ts')> {
  return import('./sign-in.ts').catch(unreachable)
}

/** Like `loadSigning`, for votes. */
export function loadVoteSigning(): Promise<typeof import('./sign-votes.ts')> {
  return import('./sign-votes.ts').catch(unreachable)
}

function unreachable(cause: unknown): never {
  throw new FurrowError(0, 'The service cannot be reached.', null, { code: 'unreachable', cause })
}
