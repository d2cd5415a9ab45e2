import { z } from 'zod'
import { adds, given, settles, tool } from '../tool.ts'
import { farmer, id } from './inputs.ts'
import { payInNext } from './pay-in-next.ts'

const back = tool({
  name: 'back_quest',
  description:
    'Adds an amount to the reward of each place of somebody else’s quest that is not over, and promises it in the name of the wallet. Work that is released there is paid by the wallet, its own part (pay_due); what nobody earns goes back. For a quest on chain `next` says how the wallet pays it in: it counts once that is done.',
  input: z.object({
    id,
    amount: z
      .string()
      .regex(/^[0-9]{1,15}([.][0-9]{1,18})?$/)
      .describe('For each place, in the token of the quest, as exact digits: 20'),
  }),
  scopes: ['give'],
  hints: adds,
  async act(furrow, { id, amount }) {
    const found = await furrow.quests.back(id, amount)
    const next = await payInNext(furrow, found)
    return { own: next === null ? {} : { next }, found }
  },
})

const stopBacking = tool({
  name: 'stop_backing',
  description:
    'Adds nothing any more to the reward of a quest, while nobody has a place in it. Its giver names the backer whose addition ends.',
  input: z.object({
    id,
    backer: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .optional()
      .describe('In a quest of your own: whose addition ends'),
  }),
  scopes: ['give'],
  hints: settles,
  async act(furrow, input) {
    const { backer } = given(input)
    return { found: await furrow.quests.stopBacking(input.id, backer) }
  },
})

const object = tool({
  name: 'object_to_work',
  description:
    'As a backer, objects to paying your own part for work in review: that part alone is disputed, and the quest goes on.',
  input: z.object({ id, farmer, reason: z.string().min(1).max(5_000).describe('Both sides read it') }),
  scopes: ['give'],
  hints: settles,
  act: async (furrow, { id, ...objection }) => ({ found: await furrow.quests.object(id, objection) }),
})

/** Others add to the reward of a quest. */
export const backing = [back, stopBacking, object]
