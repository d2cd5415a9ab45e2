import { FurrowError } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { refusalOf } from '../language/refusals.ts'
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

/** A refusal of the service: by its code in the reader's language, and otherwise in the service's own words. */
export function refusalSentence(code: string | null, said: string): string {
  const plain = plainWords(said)
  return refusalOf(code, plain) ?? plain
}

/** A failure, in a sentence for people. */
export function sentenceOf(error: unknown): string {
  if (error instanceof FurrowError) return clientsOwn(error) ?? refusalSentence(error.code, error.message)
  if (error instanceof TypeError)
    return t`The service cannot be reached. Look at your connection and try again.`
  if (error instanceof Error && error.message !== '') return error.message
  return t`Something went wrong. Try again.`
}
