import type {
  ImportedIssues,
  ImportedQuest,
  LabelImport,
  NewPlan,
  PostedPlan,
  Quest,
  QuestEdits,
  QuestImport,
  QuestPost,
} from './contract/index.ts'
import { questBookmarks } from './quest-bookmarks.ts'
import { changeQuest, named } from './quest-change.ts'
import { questDrafts } from './quest-drafts.ts'
import { questFollows } from './quest-follows.ts'
import { questTrust } from './quest-trust.ts'
import { type ChangeOptions, type Connection, request, requestOnce } from './transport.ts'

/** Actions of a giver on a quest as a whole: from a draft to its end. */
export const questTerms = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /** A quest of an issue at the code host, to be looked over; it posts nothing. */
    import: (body: QuestImport) => request<ImportedQuest>(connection, 'POST', '/quests/import', { body }),
    /** Quests of a repository's open issues with a label, at most a hundred, to be looked over; it posts nothing. */
    importLabel: (repo: string, label: string, options: Pick<LabelImport, 'codehostToken'> = {}) =>
      request<ImportedIssues>(connection, 'POST', '/quests/import/label', {
        body: { repo, label, ...options } satisfies LabelImport,
      }),
    drafts: questDrafts(connection),
    follows: questFollows(connection),
    bookmarks: questBookmarks(connection),
    trust: questTrust(connection),
    /** Posts a quest; `rewardAmount` is for each farmer. With `draftId` that draft goes, unless it is a template; with `after` it follows that quest in a plan. */
    post: (body: QuestPost, options?: ChangeOptions) =>
      requestOnce<Quest>(connection, 'POST', '/quests', body, options),
    /**
     * Posts two to ten quests as a plan, all of them or none. Each follows the one before it in the list: when work there is
     * released, the next opens to its farmers alone for 72 hours, and then to everybody. `after` has the whole plan follow a
     * quest of yours; a single quest does so by `after` in `post`. Gives the quests in order.
     * @throws FurrowError 409 where another quest follows that one already; 403 for a quest of somebody else; 429 where the
     *   quota has no room for all of them.
     */
    postPlan: async (plan: NewPlan, options?: ChangeOptions) =>
      (await requestOnce<PostedPlan>(connection, 'POST', '/quests/plan', plan, options)).quests,
    /** The giver changes the fields given here; `expectedUpdatedAt` is the quest's `updatedAt` as they saw it. */
    edit: named<Edit, [questId: string, changes: QuestEdits, expectedUpdatedAt: string]>(connection, 'edit', [
      'changes',
      'expectedUpdatedAt',
    ]),
    /** The giver takes no farmers for now. */
    pause: (questId: string, options?: ChangeOptions) => change({ questId, status: 'in-progress' }, options),
    /** The giver takes farmers again. */
    resume: (questId: string, options?: ChangeOptions) => change({ questId, status: 'open' }, options),
    /** The giver pays everyone who has a place, and closes the quest. */
    complete: (questId: string, options?: ChangeOptions) => change({ questId, status: 'completed' }, options),
    /** The giver cancels the quest, while no work is in review. */
    cancel: (questId: string, options?: ChangeOptions) => change({ questId, status: 'cancelled' }, options),
  }
}

type Edit = { questId: string; changes: QuestEdits; expectedUpdatedAt: string }
