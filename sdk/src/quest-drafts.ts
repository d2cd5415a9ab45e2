import type {
  NewQuestDraft,
  QuestDraft,
  QuestDraftChange,
  QuestDraftQuery,
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

/**
 * Quests typed and not posted, visible to their author alone. Every call throws FurrowError where the service refuses or
 * cannot be reached.
 */
export const questDrafts = (connection: Connection) => ({
  /** A page of the caller's drafts, newest first. */
  list: (query: Omit<QuestDraftQuery, 'id'> = {}): Promise<Page<QuestDraft[]>> =>
    requestPage<QuestDraft[]>(connection, '/quests/drafts', query),
  async get(id: string): Promise<QuestDraft> {
    const [draft] = await request<[QuestDraft]>(connection, 'GET', '/quests/drafts', { query: { id } })
    return draft
  },
  /** Keeps a new draft; a template stays when a quest is posted from it. */
  create: (body: NewQuestDraft, options?: ChangeOptions) =>
    requestOnce<QuestDraft>(connection, 'POST', '/quests/drafts', body, options),
  /** Saves over the given version; 409 where there is a newer one. */
  save: (body: QuestDraftChange, options?: ChangeOptions) =>
    requestOnce<QuestDraft>(connection, 'PATCH', '/quests/drafts', body, options),
  delete: (draftId: string) =>
    request<Success>(connection, 'DELETE', '/quests/drafts', { body: { draftId } }),
})
