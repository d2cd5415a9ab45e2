import type { Context } from '../../ground/context.ts'
import { digestOfNetwork } from '../../ground/http/networks.ts'
import type { Caller } from './caller.ts'
import type { Hint } from './hint.ts'

/** Who told of a merge. */
export type Teller = {
  /** The network that a request came from; null where the service tells itself of what it kept, and for signed webhooks. */
  readonly network: string | null
  /** A digest of that network, to be kept: nobody is allowed to fill what is kept of a repository. */
  readonly digest: string
  /** Whether he is known: his hints are looked up at once. */
  readonly signed: boolean
}

/** The code host itself, by its signature. */
export const theHost: Teller = { network: null, digest: '', signed: true }

export function tellerFrom({ secrets }: Pick<Context, 'secrets'>, network: string): Teller {
  return { network, digest: digestOfNetwork(secrets.signing[0], network), signed: false }
}

/** A job of that very repository; of another one, anybody may have a job. */
export function isJobOf(caller: Caller | null, { repoKey }: Hint): boolean {
  return caller?.kind === 'job' && caller.repository?.toLowerCase() === repoKey
}
