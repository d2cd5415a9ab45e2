import type {
  Eligibility,
  Invitation,
  NewInvitation,
  Quest,
  QuestionAnswer,
  Success,
} from './contract/index.ts'
import { changeQuest, named } from './quest-change.ts'
import { type ChangeOptions, type Connection, request, requestOnce } from './transport.ts'

/** Actions on places: taking, giving, keeping and freeing them. */
export const questPlaces = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /** Whether you may take a place, with every reason why not, and how many places you have and may have. */
    eligibility: (id: string): Promise<Eligibility> =>
      request<Eligibility>(connection, 'GET', '/quests/eligibility', { query: { id } }),
    /**
     * Takes a place. Give the quest as you read it, and not its id alone: its terms are what you agree to.
     * @throws FurrowError 409 where its giver has edited it since; `changed` has the terms before and after.
     */
    accept: ((quest: QuestAsRead, options?: ChangeOptions) =>
      change({ ...asRead(quest), action: 'accept' }, options)) as Accept,
    /**
     * Applies for a place of a quest whose giver chooses, with a note, or with answers to its `questions` too; the answer
     * has the `application`. Otherwise as `accept`.
     */
    apply: ((quest: QuestAsRead, words?: string | ApplicationWords, options?: ChangeOptions) =>
      change({ ...asRead(quest), action: 'accept', ...wordsOf(words) }, options)) as Apply,
    /** The giver gives an applicant a place. */
    admit: (questId: string, farmer: string, options?: ChangeOptions) =>
      change({ questId, action: 'admit', farmer }, options),
    /** The giver declines an application; the applicant alone reads the reason. */
    decline: named<Sent, [questId: string, farmer: string, reason?: string]>(connection, 'decline', [
      'farmer',
      'reason',
    ]),
    /** The giver frees a place in which there was no work for a while. */
    remove: named<Sent, [questId: string, farmer: string, reason?: string]>(connection, 'remove', [
      'farmer',
      'reason',
    ]),
    /** The farmer is still on it: once, so that the giver cannot free the place for a while. */
    keep: (questId: string, options?: ChangeOptions) => change({ questId, action: 'keep' }, options),
    /**
     * The giver gives a farmer who has no work in yet more time, until then (ISO 8601): twice at most, each time at most as
     * much again as a new place has. The farmer is told.
     * @throws FurrowError 400 where the place has work, was extended twice, or `until` is too early or too late; 403 for others.
     */
    extend: named<MoreTime, [questId: string, farmer: string, until: string]>(connection, 'extend', [
      'farmer',
      'until',
    ]),
    /** Gives the place back, before there is work; or takes an application back. */
    withdraw: (questId: string, options?: ChangeOptions) => change({ questId, action: 'withdraw' }, options),
    /** The giver asks a farmer to an open quest, once, with a letter. */
    invite: (body: NewInvitation, options?: ChangeOptions) =>
      requestOnce<Invitation>(connection, 'POST', '/quests/invite', body, options),
    /** The farmer does not want to be reminded of an invitation. */
    declineInvite: (questId: string) =>
      request<Success>(connection, 'DELETE', '/quests/invite', { body: { questId } }),
  }
}

type Sent = { questId: string; farmer: string; reason?: string | undefined }
type MoreTime = { questId: string; farmer: string; until: string }
type Read = Pick<Quest, 'id' | 'updatedAt'>

/** A quest as it was read; or its id alone, as released clients have it. */
export type QuestAsRead = Read | string

type Accept = {
  (quest: Read, options?: ChangeOptions): Promise<Quest>
  /**
   * @deprecated Give the quest as you read it. An id alone does not say which terms you agree to: where the giver has just
   * edited the quest, you take the new ones unseen. It stays, since released clients use it.
   */
  (questId: string, options?: ChangeOptions): Promise<Quest>
}

/** An applicant's words to the giver; each answer names its question by its text. */
export type ApplicationWords = { note?: string; answers?: QuestionAnswer[] }

type Apply = {
  (quest: Read, words?: string | ApplicationWords, options?: ChangeOptions): Promise<Quest>
  /** @deprecated For the same reason as the `questId` of `accept`. */
  (questId: string, words?: string | ApplicationWords, options?: ChangeOptions): Promise<Quest>
}

function wordsOf(words: string | ApplicationWords | undefined): ApplicationWords {
  return typeof words === 'string' ? { note: words } : (words ?? {})
}

function asRead(quest: QuestAsRead): { questId: string; expectedUpdatedAt?: string } {
  return typeof quest === 'string'
    ? { questId: quest }
    : { questId: quest.id, expectedUpdatedAt: quest.updatedAt }
}
