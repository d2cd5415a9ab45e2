import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { plainWords } from './plain-words.ts'

/** The SDK's sentences where no answer came; the service's answers keep their own. */
const unanswered: Readonly<Record<string, string>> = {
  'The service cannot be reached.': t`The service cannot be reached.`,
  'The answer of the service cannot be read.': t`The answer of the service cannot be read.`,
}

function clientsOwn({ status, message }: FurrowError): string | undefined {
  if (status === 0) return unanswered[message]
  if (message === `The service answered with status ${status}.`)
    return t`The service answered with status ${status}.`
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
