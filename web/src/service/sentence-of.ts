import { FurrowError } from '@furrow/sdk'
import { plainWords } from './plain-words.ts'

/** What to tell a person of something that failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof FurrowError) return plainWords(error.message)
  if (error instanceof TypeError)
    return 'The service cannot be reached. Look at your connection and try again.'
  if (error instanceof Error && error.message !== '') return error.message
  return 'Something went wrong. Try again.'
}
