import type { Generated, Selectable } from 'kysely'
import type { Address } from './address.ts'

/** A command from an issue; kept for a while after it is done, so that it is done once. */
export type BotCommandTable = {
  /** The host's own number of the text with the command. */
  id: string
  /** `owner/name`, as the host wrote it. */
  repository: string
  issue_number: number
  author_id: string
  login: string
  does: 'offer' | 'show' | 'off' | 'on'
  amount: string | null
  token: string | null
  at: number
  tries: Generated<number>
  /** `never` when it is done. */
  next_at: number
}

export type BotCommentTable = {
  /** `owner/name` in lower case. */
  repo_key: string
  issue_number: number
  repository: string
  asker: Address
  since: number
  /** Their offer that is not posted yet. */
  draft: string | null
  comment: string | null
  shown: Generated<string>
  labelled: Generated<number>
  tries: Generated<number>
  /** The time of the next look; `never` until something changes, or where it may not be written. */
  next_at: number
}

export type BotSilenceTable = { repo_key: string; at: number }

/** People known to have push access to a repository: its issues announce their quests, and nobody else's. */
export type BotWriterTable = { repo_key: string; address: Address; at: number }

export type BotCommandRow = Selectable<BotCommandTable>
export type BotCommentRow = Selectable<BotCommentTable>
