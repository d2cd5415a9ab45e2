import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { plainWords } from './plain-words.ts'

/** Failures that the SDK itself words, in the reader's language; the service's answers keep their own sentence. */
function clientsOwn({ code, status }: FurrowError): string | undefined {
  if (code === 'unreachable') return t`The service cannot be reached.`
  if (code === 'unreadable') return t`The answer of the service cannot be read.`
  if (code === 'unexplained') return t`The service answered with status ${status}.`
  return undefined
}

/** A failure, in a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof FurrowError) return clientsOwn(error) ?? plainWords(error.message)
  if (error instanceof TypeError)
    return t`The service cannot be reached. Look at your connection and try again.`
  if (error instanceof Error && error.message !== '') return error.message
  return t`Something went wrong. Try again.`
}
