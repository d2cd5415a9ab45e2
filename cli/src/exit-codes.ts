import { FurrowError } from '@furrow/sdk'

/** The exit codes by meaning: a script branches on them, and never on sentences. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  'not-allowed': 3,
  'not-found': 4,
  refused: 5,
  unreachable: 6,
  'would-not-pay': 7,
} as const

/** A command that was given wrongly. */
export class UsageError extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage
  if (!(error instanceof FurrowError)) return exitCodes.failed
  const { status } = error
  if (status === 401 || status === 403) return exitCodes['not-allowed']
  if (status === 404) return exitCodes['not-found']
  if (status === 0 || status === 429 || status >= 500) return exitCodes.unreachable
  return exitCodes.refused
}
