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

/** Quests that one types, and has not posted. Nobody else sees them. */
export const questDrafts = (connection: Connection) => ({
  /** A page of one's own, newest first. */
  list: (query: Omit<QuestDraftQuery, 'id'> = {}): Promise<Page<QuestDraft[]>> =>
    requestPage<QuestDraft[]>(connection, '/quests/drafts', query),
  async get(id: string): Promise<QuestDraft> {
    const [draft] = await request<[QuestDraft]>(connection, 'GET', '/quests/drafts', { query: { id } })
    return draft
  },
  /** Keeps a new one; a template stays when a quest is posted of it. */
  create: (body: NewQuestDraft, options?: ChangeOptions) =>
    requestOnce<QuestDraft>(connection, 'POST', '/quests/drafts', body, options),
  /** Saves it over the version that is given; 409 where there is a newer one. */
  save: (body: QuestDraftChange, options?: ChangeOptions) =>
    requestOnce<QuestDraft>(connection, 'PATCH', '/quests/drafts', body, options),
  delete: (draftId: string) =>
    request<Success>(connection, 'DELETE', '/quests/drafts', { body: { draftId } }),
})
