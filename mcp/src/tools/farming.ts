import type { Quest, QuestionAnswer } from '@furrow/sdk'
import { z } from 'zod'
import { adds, given, settles, tool } from '../tool.ts'
import { id } from './inputs.ts'

export const takeQuest = tool({
  name: 'take_quest',
  description:
    'Takes a place in a quest on the terms that you read, given by its updatedAt; or applies for one, with a note, where its giver chooses (admission: application), and answers the questions that the giver asks. Where the terms changed since, nothing is taken, and the answer says what changed.',
  input: z.object({
    id,
    updatedAt: z.string().max(40).describe('updatedAt of the quest, as it was read'),
    note: z.string().max(2_000).optional(),
    answers: z
      .array(z.string().max(1_000))
      .max(5)
      .optional()
      .describe('To `questions` of the quest, in their order; an empty text for none'),
  }),
  scopes: ['take'],
  hints: adds,
  async act(furrow, { id, updatedAt, note, answers: texts = [] }) {
    const answers = texts.length === 0 ? [] : answersTo(await furrow.quests.get(id), texts)
    const words = { ...given({ note }), ...(answers.length > 0 && { answers }) }
    return { found: await furrow.quests.apply({ id, updatedAt }, words) }
  },
})

/**
 * By the order of the questions: an agent reads their texts without what nobody sees, and could not repeat them. The
 * service refuses an answer beyond the last one.
 */
function answersTo({ questions = [] }: Quest, texts: readonly string[]): QuestionAnswer[] {
  return texts.flatMap((answer, index) =>
    answer.trim() === '' ? [] : [{ question: questions[index]?.text ?? '', answer }],
  )
}

export const handIn = tool({
  name: 'hand_in',
  description:
    'Hands in work for review: an address where it can be seen, a note, or both. Where a quest belongs to an issue, a merged pull request proves the work by itself.',
  input: z.object({
    id,
    url: z.url().max(2_000).optional(),
    note: z.string().max(5_000).optional(),
  }),
  scopes: ['take'],
  hints: adds,
  act: async (furrow, { id, ...work }) => ({ found: await furrow.quests.submit(id, given(work)) }),
})

export const givePlaceBack = tool({
  name: 'give_place_back',
  description: 'Gives a place back before there is work, or takes an application back.',
  input: z.object({ id }),
  scopes: ['take'],
  hints: settles,
  act: async (furrow, { id }) => ({ found: await furrow.quests.withdraw(id) }),
})

export const comment = tool({
  name: 'comment',
  description: 'Asks or says something about a quest, for everybody to read.',
  input: z.object({ id, body: z.string().min(1).max(5_000) }),
  scopes: ['talk'],
  hints: adds,
  act: async (furrow, { id, body }) => ({ found: await furrow.quests.comment({ questId: id, body }) }),
})

export const followQuests = tool({
  name: 'follow_quests',
  description:
    'Has the wallet told of quests that open from now on and fit, by mail and on the channels of its person: once each. Without any condition, of every quest.',
  input: z.object({
    name: z.string().min(1).max(80).describe('For its person: Rust'),
    q: z.string().max(200).optional().describe('Words to look for'),
    skill: z.string().max(64).optional(),
    category: z.string().max(64).optional(),
    token: z.string().max(20).optional().describe('The token of the reward: USDC'),
    how: z.enum(['now', 'digest']).default('digest').describe('At once, or in one letter a day'),
  }),
  scopes: ['take'],
  hints: adds,
  act: async (furrow, { name, how, ...filter }) => ({
    found: await furrow.quests.follows.add({ name, how, filter: given(filter) }),
  }),
})

export const bookmarkQuest = tool({
  name: 'bookmark_quest',
  description:
    'Keeps a quest for later, or keeps it no longer. Nobody else sees it, and nobody is told anything.',
  input: z.object({ id, keep: z.boolean().default(true).describe('false: it is kept no longer') }),
  scopes: ['take', 'give'],
  hints: adds,
  act: async (furrow, { id, keep }) => ({
    found: await (keep ? furrow.quests.bookmarks.add(id) : furrow.quests.bookmarks.remove(id)),
  }),
})
