import type { Reader } from './reader.ts'

export type AttesterConfig = {
  /** The address of the attester's process, without a slash at its end. */
  readonly url: string
  /** The word that it asks for; null where it takes questions from everyone. */
  readonly token: string | null
}

/** null where nobody signs for merges: a dispute on chain that nobody resolves then refunds. */
export function readAttester(read: Reader): AttesterConfig | null {
  const [url, token] = [read.url('ATTESTER_URL', ''), read.text('ATTESTER_TOKEN')]
  return url === '' ? null : { url, token }
}
