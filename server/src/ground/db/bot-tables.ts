import type { Generated, Selectable } from 'kysely'
import type { Address } from '../address.ts'

/** A command that somebody wrote in an issue; kept for a while when it is done, so that it is done once. */
export type BotCommandTable = {
  /** What was written, by the host's own number. */
  id: string
  /** `owner/name`, as the host told it. */
  repository: string
  issue_number: number
  /** The account of who wrote it, by the host's own number. */
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

/** The one comment of the service in an issue. */
export type BotCommentTable = {
  /** `owner/name` in lower case. */
  repo_key: string
  issue_number: number
  repository: string
  /** Who offered something last, or asked for it. */
  asker: Address
  since: number
  /** What he has offered and not posted yet. */
  draft: string | null
  /** By the host's own number; null until it is written. */
  comment: string | null
  /** The hash of what it says. */
  shown: Generated<string>
  /** 1 where the label is set. */
  labelled: Generated<number>
  tries: Generated<number>
  /** When it is looked after next; `never` until something changes, or where it may not be written. */
  next_at: number
}

/** A repository whose people do not want it. */
export type BotSilenceTable = { repo_key: string; at: number }

/** Who may push to a repository, as far as that was asked: their quests are told of in its issues, and nobody else's. */
export type BotWriterTable = { repo_key: string; address: Address; at: number }

export type BotCommandRow = Selectable<BotCommandTable>
export type BotCommentRow = Selectable<BotCommentTable>
