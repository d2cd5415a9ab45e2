import type {
  Application,
  ApplicationQuery,
  Desk,
  DeskQuery,
  Dispute,
  DisputeQuery,
  Evidence,
  KeptPlaceNote,
  PlaceNote,
  Quest,
  QuestEvent,
  QuestEventQuery,
  QuestFacets,
  QuestFeedQuery,
  QuestQuery,
  QuestRevision,
  QuestRevisionQuery,
} from './contract/index.ts'
import type { OpenedDay } from './event-days.ts'
import { loadPart } from './load-part.ts'
import { type Connection, type Page, request, requestAll, requestPage } from './transport.ts'

/** Reads of quests, their events and their revisions. */
export const questLists = (connection: Connection) => ({
  /** A page of the quests that fit all filters, newest first or as `sort` says: `{ token: 'USDC', sort: 'reward' }`. */
  list: (query: Omit<QuestQuery, 'id'> = {}): Promise<Page<Quest[]>> =>
    requestPage<Quest[]>(connection, '/quests', query),
  /** One quest, with all its farmers: as many requests as the service has pages of them, mostly one. */
  async get(id: string): Promise<Quest> {
    const parts = await requestAll<[Quest]>(connection, '/quests', { id })
    return parts.map(([quest]) => quest).reduce(withMore)
  },
  /** Categories, skills and tokens of the quests that fit the filters, with counts, and their open rewards. */
  facets: (query: QuestFeedQuery = {}): Promise<QuestFacets> =>
    request<QuestFacets>(connection, 'GET', '/quests/facets', { query }),
  /**
   * The work in a quest of your own, a part of it at a time (`{ part: 'waiting' }`), with your labels and notes, and the
   * counts of all parts: a page of it.
   */
  desk: (id: string, query: Omit<DeskQuery, 'id'> = {}): Promise<Page<Desk>> =>
    requestPage<Desk>(connection, '/quests/desk', { id, ...query }),
  /** Keeps a label or a note on a farmer's place in your quest, for you alone; what is not given stays, null takes it away. */
  noteOn: (questId: string, farmer: string, note: Omit<PlaceNote, 'questId' | 'farmer'>) =>
    request<KeptPlaceNote>(connection, 'PUT', '/quests/desk', { body: { questId, farmer, ...note } }),
  /** The events of a quest, from the beginning: a page of them. */
  events: (id: string, query: Omit<QuestEventQuery, 'id'> = {}): Promise<Page<QuestEvent[]>> =>
    requestPage<QuestEvent[]>(connection, '/quests/events', { id, ...query }),
  /**
   * All public events of a day that is over (UTC, `2026-01-31`), the counts and the head of the audit log as of then.
   *
   * @example
   * const { items } = await furrow.quests.eventsOfDay('2026-01-31')
   * for await (const { questId, kind } of items) console.log(questId, kind)
   *
   * @throws FurrowError, with the code `day-not-over` for a day that is not.
   */
  async eventsOfDay(day: string): Promise<OpenedDay> {
    // Rarely asked for.
    const { openDay } = await loadPart(() => import('./event-days.ts'))
    return openDay(connection, day)
  },
  /** The changes that its giver made to a quest, the newest first: a page of them. */
  revisions: (id: string, query: Omit<QuestRevisionQuery, 'id'> = {}): Promise<Page<QuestRevision[]>> =>
    requestPage<QuestRevision[]>(connection, '/quests/revisions', { id, ...query }),
  /** A page of the applications for a quest of one's own, or of one's own applications. */
  applications: (query: ApplicationQuery = {}): Promise<Page<Application[]>> =>
    requestPage<Application[]>(connection, '/quests/applications', query),
  /** Open disputes, the one that ends first at the beginning: all for the arbiter, and one's own for anybody else. */
  disputes: (query: DisputeQuery = {}): Promise<Page<Dispute[]>> =>
    requestPage<Dispute[]>(connection, '/quests/disputes', query),
  /** The evidence in a dispute over a farmer's work, for its parties and the arbiter. */
  evidence: (id: string, farmer: string) =>
    request<Evidence[]>(connection, 'GET', '/quests/evidence', { query: { id, farmer } }),
})

/** A quest with the farmers and transactions of a further page. */
function withMore(quest: Quest, { farmers, funding: { transactions } }: Quest): Quest {
  const { funding } = quest
  return {
    ...quest,
    farmers: [...quest.farmers, ...farmers],
    funding: {
      ...funding,
      ...(transactions && { transactions: [...(funding.transactions ?? []), ...transactions] }),
    },
  }
}
