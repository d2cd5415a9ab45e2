import { isOutage, sentenceOfForbidden } from '@furrow/storage/outage.ts'
import { UnusableDatabaseError } from '@furrow/storage/wait.ts'
import { ConfigError } from '../ground/config/config.ts'
import { RefusedError } from '../ground/errors.ts'
import { WrongSecretError } from '../people/mail/canary.ts'

const expected = [ConfigError, RefusedError, UnusableDatabaseError, WrongSecretError]

/** The sentence that tells an operator why a process could not do its work; null for an unforeseen error. */
export function sentenceOfFailure(error: unknown): string | null {
  if (expected.some(kind => error instanceof kind)) return (error as Error).message
  if (isOutage(error)) return `The database failed: ${(error as Error).message}`
  return sentenceOfForbidden(error)
}
