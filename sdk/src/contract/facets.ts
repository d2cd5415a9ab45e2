import { type Static, Type } from 'typebox'
import { Amount } from './primitives.ts'

const Facet = Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() }), {
  description: 'The most common 50, each with the number of quests that have it',
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
})
export type QuestFacets = Static<typeof QuestFacets>
