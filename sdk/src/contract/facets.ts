import { type Static, Type } from 'typebox'
import { admissions } from './applications.ts'
import { Amount, Nullable } from './primitives.ts'
import { deadlineSpans } from './quests.ts'

const Facet = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
  description: 'The most common 50, each with the number of quests that have it',
})

export const RewardRange = Type.Object({
  token: Type.String(),
  from: Type.String({ description: 'The least reward for each farmer' }),
  below: Nullable(Type.String({ description: 'null: without an end' })),
  count: Type.Integer(),
})
export type RewardRange = Static<typeof RewardRange>

const counted = <T extends string>(values: readonly T[], description: string) =>
  Type.Array(Type.Object({ value: Type.Unsafe<T>(Type.Enum([...values])), count: Type.Integer() }), {
    description,
  })

/** Properties that the quests that fit the filters share, counted. */
export const QuestFacets = Type.Object({
  count: Type.Integer({ description: 'Quests that fit' }),
  complete: Type.Boolean({
    description: 'false where more fit than are counted: then everything here is of the newest 5,000',
  }),
  rewards: Type.Array(Amount, {
    description: 'The rewards of the free places of those that are open, by token',
  }),
  categories: Facet,
  skills: Facet,
  tokens: Facet,
  rewardRanges: Type.Array(RewardRange, {
    description:
      'Ranges of rewards for each farmer with round bounds, of the 5 most common tokens, to ask for as rewardFrom and rewardBelow. ' +
      'A token whose rewards are all alike has none',
  }),
  deadlines: counted(
    deadlineSpans,
    'Those of week are in month too; quests whose deadline is over are in none',
  ),
  admissions: counted(admissions, 'Whether anybody takes a place, or its giver chooses among applications'),
  payers: counted(['proved', 'new'], 'By the record of their givers, as payer asks for it'),
  backings: counted(['escrow', 'shown', 'promise'], 'By what stands behind the reward'),
})
export type QuestFacets = Static<typeof QuestFacets>
