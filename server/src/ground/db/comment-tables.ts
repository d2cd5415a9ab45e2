import type { Selectable } from 'kysely'
import type { Address } from '../address.ts'

/** What somebody wrote about a quest in the open. */
export type CommentTable = {
  quest_id: string
  /** From 1, within the quest. */
  number: number
  id: string
  author: Address
  /** Empty where it was deleted. */
  body: string
  /** The comment that it answers, and whose that is, which never changes. */
  reply_id: string | null
  reply_author: Address | null
  created_at: number
  edited_at: number | null
  pinned_at: number | null
  deleted_at: number | null
  deleted_by: 'author' | 'giver' | 'platform' | null
  /** Since when a moderator keeps it from others; null where none does. */
  hidden_at: number | null
}
export type CommentRow = Selectable<CommentTable>

/** The comments of a quest as a whole; whoever writes there holds this row, and none of the quest's own. */
export type CommentThreadTable = {
  quest_id: string
  last_number: number
  /** How many there are that were not deleted. */
  comments: number
  /** Raised with whatever changes in them. */
  changes: number
  closed_at: number | null
  /** When those who have places were last told of a comment, whoever they were. */
  farmers_told_at: number
}
export type CommentThreadRow = Selectable<CommentThreadTable>

/** Who wrote a comment of a quest, or was told of one. */
export type CommentReaderTable = {
  quest_id: string
  reader: Address
  /** The last letter that told him; null where none did. */
  letter_id: string | null
  told_at: number
}
