import type { Quest } from '@furrow/sdk'
import { z } from 'zod'
import { given, reads, tool } from '../tool.ts'
import { findProfile } from './find-profile.ts'
import { id } from './inputs.ts'

export const findQuests = tool({
  name: 'find_quests',
  description:
    'Quests that fit all that is given, at most 20 at once; `next` leads on. Open ones unless asked otherwise.',
  input: z.object({
    q: z.string().max(200).optional().describe('Words to look for'),
    skill: z.string().max(64).optional(),
    token: z.string().max(20).optional().describe('The token of the reward: USDC'),
    status: z.enum(['open', 'in-progress', 'completed', 'cancelled']).default('open'),
    cursor: z.string().max(200).optional().describe('`next` of the page before'),
  }),
  scopes: [],
  hints: reads,
  async act(furrow, query) {
    const { items, cursor } = await furrow.quests.list({ ...given(query), limit: '20' })
    return { found: { quests: items.map(showBriefly), next: cursor } }
  },
})

export const bookmarkedQuests = tool({
  name: 'bookmarked_quests',
  description:
    'Quests that the wallet keeps for later, the last one first, at most 20 at once; `next` leads on.',
  input: z.object({ cursor: z.string().max(200).optional().describe('`next` of the page before') }),
  scopes: ['read'],
  hints: reads,
  async act(furrow, query) {
    const { items, cursor } = await furrow.quests.bookmarks.list({ ...given(query), limit: '20' })
    return { found: { quests: items.map(showBriefly), next: cursor } }
  },
})

export const getQuest = tool({
  name: 'get_quest',
  description: 'One quest in full, with the newest comments about it.',
  input: z.object({ id }),
  scopes: [],
  hints: reads,
  async act(furrow, { id }) {
    const [quest, { items }] = await Promise.all([
      furrow.quests.get(id),
      furrow.quests.comments(id, { order: 'newest', limit: '20' }),
    ])
    return { found: { ...quest, comments: items.comments } }
  },
})

export const readProfile = tool({
  name: 'read_profile',
  description: 'What somebody did here as a farmer and as a giver, and what others said of them.',
  input: z.object({
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .describe('A wallet'),
  }),
  scopes: [],
  hints: reads,
  async act(furrow, { address }) {
    const [profile, { reputation }] = await Promise.all([
      findProfile(furrow, address),
      furrow.reputationPage(address, { limit: '20' }).then(({ items }) => items),
    ])
    const { benevolenceScore, reviewsReceived } = reputation
    return { found: { address, ...profile, benevolenceScore, reviewsReceived } }
  },
})

export const myTasks = tool({
  name: 'my_tasks',
  description:
    'Your tasks: places to work in, work that came back, work to review, disputes, letters. Due first comes first.',
  input: z.object({}),
  scopes: ['read'],
  hints: reads,
  act: async furrow => ({ found: await furrow.tasks.list() }),
})

/** Enough for an agent to choose: a board has many quests, and every word costs it. */
function showBriefly({ farmers, maxFarmers, ...quest }: Quest) {
  const { id, title, reward, rewardAmount, rewardToken, skills, status, deadline, admission, updatedAt } =
    quest
  const [places, taken] = [maxFarmers, farmers.length]
  const facts = { id, title, reward, rewardAmount, rewardToken, skills, status, places, taken }
  return { ...facts, deadline, admission, updatedAt }
}
