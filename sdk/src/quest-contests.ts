import type {
  ContestBallot,
  ContestEntry,
  ContestEntryQuery,
  NewContestBallot,
  NewContestEntry,
  OwnContestBallot,
  Success,
} from './contract/index.ts'
import { changeQuest } from './quest-change.ts'
import { type ChangeOptions, type Connection, type Page, request, requestPage } from './transport.ts'

/** Contests: entries instead of places, and a ranking that pays the prizes. */
export const questContests = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /**
     * A page of the entries of a contest, the first one first. A sealed contest shows the own one alone, until `entriesUntil`.
     * @throws FurrowError 400 for a quest that is no contest.
     */
    entries: (query: ContestEntryQuery): Promise<Page<ContestEntry[]>> =>
      requestPage<ContestEntry[]>(connection, '/quests/entries', query),
    /**
     * Enters a contest, or changes the own entry, until `entriesUntil`. Files are uploaded first, and named by their addresses.
     * @throws FurrowError 400 where the contest takes no entries (any more), or not this one; 403 for a frozen wallet.
     */
    enter: (entry: NewContestEntry) =>
      request<ContestEntry>(connection, 'PUT', '/quests/entries', { body: entry }),
    /**
     * Withdraws the own entry, until `entriesUntil`.
     * @throws FurrowError 404 where there is none.
     */
    withdrawEntry: (questId: string) =>
      request<Success>(connection, 'DELETE', '/quests/entries', { query: { id: questId } }),
    /**
     * A page of the ballots by which members ranked the entries (`rankBy` votes), by voter's address.
     * @throws FurrowError 400 until they are counted, and for a contest that its giver ranks.
     */
    ballots: (query: ContestEntryQuery): Promise<Page<ContestBallot[]>> =>
      requestPage<ContestBallot[]>(connection, '/quests/ballots', query),
    /** Whether you may vote on the entries of a contest, and how you did. */
    ownBallot: (questId: string) =>
      request<OwnContestBallot>(connection, 'GET', '/quests/ballots/own', { query: { id: questId } }),
    /**
     * Votes on the entries of a contest, or votes otherwise, from `entriesUntil` to `decideUntil`: for at most as many entries
     * as there are prizes; for none, where no entry deserves one.
     * @throws FurrowError 400 at another time, and for an entry that cannot win; 403 for people without a vote in it.
     */
    castBallot: (ballot: NewContestBallot) =>
      request<ContestBallot>(connection, 'PUT', '/quests/ballots', { body: ballot }),
    /**
     * The giver ranks the entries, once, between `entriesUntil` and `decideUntil`: each prize, from 1, goes to an entry, is
     * shared among those with the same one, or is returned with a reason.
     * @throws FurrowError 400 at another stage, and for a ranking that leaves a prize out or names one twice.
     */
    rank: (questId: string, ranking: RankingAsked, options?: ChangeOptions) =>
      change({ questId, action: 'rank', ...copied(ranking) }, options),
    /**
     * An entrant disputes the ranking until its window ends; the arbiter decides.
     * @throws FurrowError 400 for others, and at another stage.
     */
    disputeRanking: (questId: string, reason: string, options?: ChangeOptions) =>
      change({ questId, action: 'dispute-ranking', reason }, options),
    /**
     * The arbiter decides a disputed ranking: it holds, or the given one takes its place; either is final.
     * @throws FurrowError 400 for anybody else, and at another stage.
     */
    resolveRanking: (
      questId: string,
      decision: { reason: string; ranking?: RankingAsked },
      options?: ChangeOptions,
    ) => {
      const { reason, ranking } = decision
      return change({ questId, action: 'resolve-ranking', reason, ...(ranking && copied(ranking)) }, options)
    },
  }
}

/** The winners, each with the number of their prize from 1, and the prizes that no entry deserves. */
export type RankingAsked = {
  winners: readonly { farmer: string; prize: number; word?: string }[]
  returned?: readonly { prize: number; reason: string }[]
}

function copied({ winners, returned = [] }: RankingAsked) {
  return { winners: [...winners], returned: [...returned] }
}
