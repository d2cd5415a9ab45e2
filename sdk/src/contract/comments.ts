import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

/** How long authors may change their comment. */
export const commentEditMinutes = 15
/** The comments of a quest that its giver may pin. */
export const mostPinnedComments = 3
export const longestComment = 10_000

/** A public question, answer or progress report about a quest. */
export const QuestComment = Type.Object({
  id: Type.String({ description: 'comment-<timestamp>-<suffix>' }),
  questId: Type.String(),
  number: Type.Integer({
    description: 'From 1, within the quest; the number of a deleted comment is not used again',
  }),
  author: Address,
  body: Type.String({ description: 'Markdown; empty once deleted, or while hidden' }),
  replyTo: Nullable(
    Type.Object({ id: Type.String(), author: Address }, { description: 'The comment that it answers' }),
  ),
  createdAt: Instant,
  editedAt: Nullable(Instant),
  pinnedAt: Nullable(Instant),
  deleted: Nullable(
    Type.Object({
      by: Type.Enum(['author', 'giver', 'platform']),
      at: Instant,
    }),
  ),
  hidden: Type.Optional(
    Type.Object({ at: Instant }, { description: 'Present where a moderator hid it; its body is empty then' }),
  ),
})
export interface QuestComment extends Static<typeof QuestComment> {}

const thread = {
  questId: Type.String(),
  commentCount: Type.Integer({ description: 'Without deleted ones' }),
  changes: Type.Integer({
    description:
      'Grows by one with each comment and each other change. Where it grew by more than the comments that are new to a reader, one that they have is no longer as it was.',
  }),
  closedAt: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When it was closed: since then only the giver and the platform wallet may write; null while everyone may',
    }),
  ),
}

export const CommentThread = Type.Object(thread)
export type CommentThread = Static<typeof CommentThread>

export const QuestComments = Type.Object({
  ...thread,
  pinned: Type.Array(QuestComment, {
    description: `The comments pinned by the giver, ${mostPinnedComments} at most`,
  }),
  comments: Type.Array(QuestComment, { description: 'A page of all comments, pinned ones included' }),
})
export type QuestComments = Static<typeof QuestComments>

export const commentOrders = ['oldest', 'newest'] as const

export const CommentQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: "The quest's id" }),
  order: Type.Optional(Type.Enum(commentOrders, { description: 'Which come first; oldest by default' })),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100; 50 by default' })),
  cursor: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,10}$', description: 'From the Link header: the number to go on after' }),
  ),
})
export type CommentQuery = Static<typeof CommentQuery>

const body = Text(longestComment, { minLength: 1, description: 'Markdown. Everyone can read it.' })
const commentId = Text(100, { minLength: 1 })
const questId = Text(100, { minLength: 1 })

export const NewComment = Type.Object({
  questId,
  body,
  replyTo: Type.Optional(Text(100, { minLength: 1, description: 'The id of the comment that it answers' })),
})
export type NewComment = Static<typeof NewComment>

/** The author may change the text for some minutes; the giver of the quest may pin it. */
export const CommentChange = Type.Object({
  commentId,
  body: Type.Optional(body),
  pinned: Type.Optional(Type.Boolean()),
})
export type CommentChange = Static<typeof CommentChange>

export const CommentRef = Type.Object({ commentId })
export type CommentRef = Static<typeof CommentRef>

/** `closed`: the thread takes no more comments. */
export const ThreadChange = Type.Object({ questId, closed: Type.Boolean() })
export type ThreadChange = Static<typeof ThreadChange>
