import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { plainWords } from './plain-words.ts'

/** The SDK's own codes, where no answer came; the service's answers keep their sentences. */
const unanswered: Readonly<Record<string, string>> = {
  'no-answer': t`The service cannot be reached.`,
  'unreadable-answer': t`The answer of the service cannot be read.`,
  'part-not-loaded': t`A part of this page could not be loaded. Load the page again.`,
}

function clientsOwn({ status, code }: FurrowError): string | undefined {
  if (status === 0) return unanswered[code ?? '']
  if (code === 'unexplained-answer') return t`The service answered with status ${status}.`
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
