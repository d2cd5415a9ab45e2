import type { BookmarkIds, BookmarkQuery, Quest, Success } from './contract/index.ts'
import { type Connection, type Page, request, requestPage } from './transport.ts'

/** Quests that the caller keeps for themselves: nobody else sees them, and they are counted nowhere. */
export const questBookmarks = (connection: Connection) => ({
  /** A page of them, the one that was kept last first. */
  list: (query: BookmarkQuery = {}): Promise<Page<Quest[]>> =>
    requestPage<Quest[]>(connection, '/quests/bookmarks', query),
  /** The ids of all of them, 1,000 at most. */
  ids: async () => (await request<BookmarkIds>(connection, 'GET', '/quests/bookmarks/ids')).ids,
  /** Keeps a quest; one that is kept already stays as it is. */
  add: (questId: string) => request<Success>(connection, 'PUT', '/quests/bookmarks', { body: { questId } }),
  remove: (questId: string) =>
    request<Success>(connection, 'DELETE', '/quests/bookmarks', { query: { questId } }),
})
