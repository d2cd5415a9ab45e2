import { FurrowError } from '@furrow/sdk'

/** What to tell a person of something that failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof FurrowError) return error.message
  if (error instanceof TypeError)
    return 'The service cannot be reached. Look at your connection and try again.'
  if (error instanceof Error && error.message !== '') return error.message
  return 'Something went wrong. Try again.'
}
