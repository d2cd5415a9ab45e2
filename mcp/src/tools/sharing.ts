import { z } from 'zod'
import { adds, settles, tool } from '../tool.ts'
import { farmer, id } from './inputs.ts'

const ofTeam = z
  .number()
  .gt(0)
  .lt(1)
  .describe('A member’s part of the reward, with at most four decimals: 0.25')

const sharePlace = tool({
  name: 'share_place',
  description:
    'Shares the reward of your own place in a quest among a team, before the work is handed in. It holds once each of the others has agreed; an empty list ends it.',
  input: z.object({
    id,
    shares: z
      .array(z.object({ address: z.string().describe('0x and 40 hex digits'), share: ofTeam }))
      .max(10)
      .describe('You and the others, in sum exactly 1; the first has the last unit'),
  }),
  scopes: ['take'],
  hints: adds,
  act: async (furrow, { id, shares }) => ({ found: await furrow.quests.share(id, shares) }),
})

const agreeToShare = tool({
  name: 'agree_to_share',
  description:
    'Agrees to the share of their place that a farmer named you with (shared in get_quest), given as you read it. After the hand-in it does not change.',
  input: z.object({ id, farmer, share: ofTeam }),
  scopes: ['take'],
  hints: adds,
  act: async (furrow, { id, ...part }) => ({ found: await furrow.quests.agreeToShare(id, part) }),
})

const refuseShare = tool({
  name: 'refuse_share',
  description:
    'Refuses the share of their place that a farmer named you with, or takes your agreement back, before the hand-in.',
  input: z.object({ id, farmer }),
  scopes: ['take'],
  hints: settles,
  act: async (furrow, { id, farmer }) => ({ found: await furrow.quests.refuseShare(id, farmer) }),
})

/** Several people do the work of one place together. */
export const sharing = [sharePlace, agreeToShare, refuseShare]
