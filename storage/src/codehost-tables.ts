import type { Sealed } from './stored-forms.ts'

export type CodehostAppTable = {
  id: string
  host: string
  slug: string
  page: string
  /** Its private key, webhook secret and OAuth client. */
  sealed: Sealed
  made_at: number
  /** A newer one takes its place: it is believed for some days more. */
  replaced_at: number | null
}

/** A connection that was begun: a hash of its state and of the wallet that began it. */
export type SetupStateTable = { hash: string; expires_at: number }

/** The last delivery of webhooks about a repository; '' for those about none. */
export type CodehostHeardTable = { repo_key: string; repository: string; kind: string; at: number }
