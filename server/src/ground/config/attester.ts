import type { Reader } from './reader.ts'

export type AttesterConfig = {
  /** The addresses of the attesters' processes, without a slash at their ends: a contract may get another one. */
  readonly urls: readonly string[]
  /** The word that it asks for; null where it takes questions from everyone. */
  readonly token: string | null
}

/** null where nobody signs for merges: a dispute on chain that nobody resolves then refunds. */
export function readAttester(read: Reader): AttesterConfig | null {
  const [urls, token] = [read.urls('ATTESTER_URL'), read.text('ATTESTER_TOKEN')]
  return urls.length === 0 ? null : { urls, token }
}
