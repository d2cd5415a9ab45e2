import type { Context } from '../../ground/context.ts'
import { digestOfNetwork } from '../../ground/http/networks.ts'
import type { Caller } from './caller.ts'
import type { Hint } from './hint.ts'

export type Teller = {
  /** The network of the request; null for kept hints that the service tries again, and for signed webhooks. */
  readonly network: string | null
  /** A digest of that network, which is kept: no network may fill what is kept of a repository. */
  readonly digest: string
  /** Hints of known tellers are looked up at once. */
  readonly signed: boolean
}

export const theHost: Teller = { network: null, digest: '', signed: true }

export function tellerFrom({ secrets }: Pick<Context, 'secrets'>, network: string): Teller {
  return { network, digest: digestOfNetwork(secrets.signing[0], network), signed: false }
}

/** A job of that very repository: anybody may have a job of another one. */
export function isJobOf(caller: Caller | null, { repoKey }: Hint): boolean {
  return caller?.kind === 'job' && caller.repository?.toLowerCase() === repoKey
}
