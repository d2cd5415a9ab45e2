import { type Static, Type } from 'typebox'
import { Address } from './primitives.ts'
import { Text } from './text.ts'

/** So many may add to the reward of a quest: its farmers are owed by each of them. */
export const mostBackers = 40

const questId = Text(100, { minLength: 1 })

/** Actions by which others add to the reward of a quest. */
export const backerActions = {
  back: Type.Object(
    {
      questId,
      action: Type.Literal('back'),
      amount: Type.String({
        pattern: '^[0-9]{1,15}([.][0-9]{1,18})?$',
        description:
          'What you add for each place that is not over, in the token of the quest, as exact digits',
      }),
    },
    {
      description:
        'Anybody but its giver and its farmers adds to the reward of a quest. A companion of the quest (`questId` in `backers`) has your promise, and on chain your own deposit, which counts once it is paid in as for a quest of yours: ' +
        'its places end as those of the quest do, you pay your part yourself, and what nobody earns goes back to you. Once for each of you, and ' +
        `${mostBackers} for each quest`,
    },
  ),
  'stop-backing': Type.Object(
    {
      questId,
      action: Type.Literal('stop-backing'),
      backer: Type.Optional({ ...Address, description: 'For the giver of the quest: whose addition ends' }),
    },
    {
      description:
        'You add nothing any more, or the giver does not want what `backer` adds: while nobody has a place in the quest',
    },
  ),
  object: Type.Object(
    {
      questId,
      action: Type.Literal('object'),
      farmer: Address,
      reason: Text(5_000, { minLength: 1 }),
    },
    {
      description:
        'A backer objects to paying their part for work in review: that part alone is disputed, and the quest itself goes on. On chain they dispute their own deposit with their wallet, in a window that begins once the work is released',
    },
  ),
}

export const backerStates = [
  'promised',
  'objected',
  'followed',
  'given-back',
  'unfunded',
  'in-review',
] as const

/** Somebody who adds to the reward of a quest. */
export const Backer = Type.Object({
  address: Address,
  amount: Type.String({ description: 'For each place, as exact digits' }),
  state: Type.Enum(backerStates, {
    description:
      'promised: for work to come; unfunded: on chain, where it counts once the deposit is there; in-review: on chain, in a window of their own; objected: a part is disputed; followed: work was released, and no place is left; given-back: nothing was earned',
  }),
  questId: Type.String({
    description: 'The companion that has their promise: a payment of their part is shown there',
  }),
})
export type Backer = Static<typeof Backer>
