import type { Generated, Selectable } from 'kysely'
import type { Address } from './address.ts'
import type { Json, RepoKey } from './stored-forms.ts'

/** A command from an issue; kept for a while after it is done, so that it is done once. */
export type BotCommandTable = {
  /** The host's own number of the text with the command. */
  id: string
  repository: string
  issue_number: number
  author_id: string
  login: string
  does: 'offer' | 'show' | 'off' | 'on' | 'take' | 'drop' | 'status' | 'gate'
  amount: string | null
  token: string | null
  /** With `take`, for a giver who chooses; with `gate`, the kind of gate. */
  note: string | null
  at: number
  tries: Generated<number>
  /** `never` when it is done. */
  next_at: number
}

export type BotCommentTable = {
  repo_key: RepoKey
  issue_number: number
  repository: string
  asker: Address
  since: number
  draft: string | null
  comment: string | null
  shown: Generated<string>
  labelled: Generated<number>
  assigned: Json | null
  /** Why the latest command of a farmer did nothing, in the words of the comment. */
  refused: string | null
  tries: Generated<number>
  /** The time of the next look; `never` until something changes, or where it may not be written. */
  next_at: number
}

export type BotSilenceTable = { repo_key: string; at: number }

/** People known to have push access to a repository: its issues announce their quests, and nobody else's. */
export type BotWriterTable = { repo_key: string; address: Address; at: number }

/** A repository of which a pull request was told; a quest that is linked to it makes it due. */
export type BotRepositoryTable = {
  repo_key: string
  next_at: number
  /** Whatever happens to a pull request of somebody without a place; null for nothing. */
  gate: 'label' | 'close' | null
}

export type BotPullTable = {
  repo_key: string
  pull_request: number
  repository: string
  at: number
  open: Generated<number>
  author_id: string | null
  /** Its facts at the host; null until they are looked up, and whenever the host tells of it anew. */
  facts: Json | null
  looks: Generated<number>
  /** The head, and a hash of what was written there last. */
  shown: Generated<string>
  /** `closing` until the host did it; `let` where somebody opened it again. */
  gated: 'label' | 'closing' | 'closed' | 'let' | null
  tries: Generated<number>
  next_at: number
}

export type BotPullRow = Selectable<BotPullTable>
export type BotCommandRow = Selectable<BotCommandTable>
export type BotCommentRow = Selectable<BotCommentTable>
