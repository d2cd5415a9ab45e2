import type {
  CommentChange,
  CommentQuery,
  CommentThread,
  NewComment,
  QuestComment,
  QuestComments,
  Success,
} from './contract/index.ts'
import {
  type ChangeOptions,
  type Connection,
  type Page,
  request,
  requestOnce,
  requestPage,
} from './transport.ts'

/** Comments on a quest, which everyone can read. */
export const questComments = (connection: Connection) => ({
  /** Comments on a quest, in the open: a page of them, and the pinned ones. */
  comments: (id: string, query: Omit<CommentQuery, 'id'> = {}): Promise<Page<QuestComments>> =>
    requestPage<QuestComments>(connection, '/quests/comments', { id, ...query }),
  /** Writes a comment that everyone can read; `replyTo` is the id of the one that it answers. */
  comment: (body: NewComment, options?: ChangeOptions) =>
    requestOnce<QuestComment>(connection, 'POST', '/quests/comments', body, options),
  /** Changes one's own comment, for some minutes; or pins one of one's quest. */
  changeComment: (body: CommentChange, options?: ChangeOptions) =>
    requestOnce<QuestComment>(connection, 'PATCH', '/quests/comments', body, options),
  /** Deletes one's own comment, or one of one's quest; a mark stays. */
  deleteComment: (commentId: string) =>
    request<Success>(connection, 'DELETE', '/quests/comments', { body: { commentId } }),
  /** The giver wants no more comments, or wants them again. */
  closeComments: (questId: string, closed = true) =>
    request<CommentThread>(connection, 'PUT', '/quests/comments', { body: { questId, closed } }),
})
