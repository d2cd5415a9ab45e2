import type { Address } from './address.ts'
import type { RepoKey } from './stored-forms.ts'

/** A giver's own trust list, as they wrote it; sealed, since its reasons are for them alone. */
export type TrustListTable = {
  owner: Address
  text: string
  version: number
  updated_at: number
}

export type TrustReadTable = {
  repo_key: RepoKey
  asked_at: number
  /** The last time that the host answered; null while it never has. */
  read_at: number | null
  path: string | null
}

/** The first line of a list about somebody. */
export type TrustEntryTable = {
  /** A giver's address, or `repo:` and a repository. */
  list: string
  /** In lower case. */
  login: string
  position: number
  denounced: number
  /** The account that had the login when the line was first seen together with it; it keeps the line under another name. */
  account_id: string | null
}
