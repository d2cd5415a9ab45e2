import type { Selectable } from 'kysely'
import type { Address } from './address.ts'

export type CommentTable = {
  quest_id: string
  /** From 1, within the quest. */
  number: number
  id: string
  author: Address
  /** Empty where it was deleted. */
  body: string
  /** The comment it answers, and that one's author; both never change. */
  reply_id: string | null
  reply_author: Address | null
  created_at: number
  edited_at: number | null
  pinned_at: number | null
  deleted_at: number | null
  deleted_by: 'author' | 'giver' | 'platform' | null
  /** The time from which a moderator hides it; null while visible. */
  hidden_at: number | null
}
export type CommentRow = Selectable<CommentTable>

/** All comments of a quest; a writer locks this row, and not the quest's own. */
export type CommentThreadTable = {
  quest_id: string
  last_number: number
  comments: number
  changes: number
  closed_at: number | null
  farmers_told_at: number
}
export type CommentThreadRow = Selectable<CommentThreadTable>

export type CommentReaderTable = {
  quest_id: string
  reader: Address
  letter_id: string | null
  told_at: number
}
