import { z } from 'zod'
import { adds, given, reads, settles, tool } from '../tool.ts'
import { id } from './inputs.ts'

const readEntries = tool({
  name: 'read_entries',
  description:
    'The entries of a contest (contest in get_quest), the first one first. A sealed contest shows your own alone, until it takes no more.',
  input: z.object({ id, cursor: z.string().max(200).optional().describe('From the page before') }),
  scopes: [],
  hints: reads,
  act: async (furrow, query) => {
    const { items, cursor } = await furrow.quests.entries({ ...given(query), limit: '20' })
    return { found: { entries: items, next: cursor } }
  },
})

const readBallots = tool({
  name: 'read_ballots',
  description:
    'The ballots by which members of the community ranked the entries of a contest with rankBy votes, once they are counted. Voting needs the wallet of a member, on the page of the quest.',
  input: z.object({ id, cursor: z.string().max(200).optional().describe('From the page before') }),
  scopes: [],
  hints: reads,
  act: async (furrow, query) => {
    const { items, cursor } = await furrow.quests.ballots({ ...given(query), limit: '20' })
    return { found: { ballots: items, next: cursor } }
  },
})

const enterContest = tool({
  name: 'enter_contest',
  description:
    'Enters a contest, or changes your entry, until entriesUntil. Everybody reads it at once, unless the contest is sealed.',
  input: z.object({
    id,
    text: z.string().min(1).max(10_000).describe('Markdown'),
    links: z.array(z.string().max(2_000)).max(10).default([]),
  }),
  scopes: ['take'],
  hints: adds,
  act: async (furrow, { id, ...entry }) => ({ found: await furrow.quests.enter({ questId: id, ...entry }) }),
})

const withdrawEntry = tool({
  name: 'withdraw_entry',
  description: 'Withdraws your entry to a contest, until entriesUntil. Nothing is left of it.',
  input: z.object({ id }),
  scopes: ['take'],
  hints: settles,
  act: async (furrow, { id }) => ({ own: await furrow.quests.withdrawEntry(id) }),
})

const rankEntries = tool({
  name: 'rank_entries',
  description:
    'Ranks the entries of your own contest, unless members do (rankBy votes), once, between entriesUntil and decideUntil. Each prize goes to an entry, is shared among those with the same one, or goes back with a reason.',
  input: z.object({
    id,
    winners: z
      .array(
        z.object({
          farmer: z.string().describe('0x and 40 hex digits'),
          prize: z.number().int().min(1).max(20).describe('From 1'),
          word: z.string().max(2_000).default(''),
        }),
      )
      .max(500),
    returned: z
      .array(z.object({ prize: z.number().int().min(1).max(20), reason: z.string().min(1).max(2_000) }))
      .max(20)
      .default([]),
  }),
  scopes: ['give'],
  hints: settles,
  act: async (furrow, { id, ...ranking }) => ({ found: await furrow.quests.rank(id, ranking) }),
})

const disputeRanking = tool({
  name: 'dispute_ranking',
  description:
    'Disputes the ranking of a contest that you entered, in its review window; the arbiter decides.',
  input: z.object({ id, reason: z.string().min(1).max(5_000).describe('Everybody can read it') }),
  scopes: ['take'],
  hints: settles,
  act: async (furrow, { id, reason }) => ({ found: await furrow.quests.disputeRanking(id, reason) }),
})

/** Entries of contests, and their ranking. */
export const contests = [readEntries, readBallots, enterContest, withdrawEntry, rankEntries, disputeRanking]
