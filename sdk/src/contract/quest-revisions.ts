import { type Static, Type } from 'typebox'
import { Admission, Requirements } from './applications.ts'
import { Instant, Nullable } from './primitives.ts'
import { Question } from './questions.ts'

/** The terms that a giver may change; null where there is none. */
export const QuestTerms = Type.Object({
  title: Type.String(),
  description: Type.String(),
  reward: Type.String(),
  rewardAmount: Type.Number(),
  rewardToken: Type.String(),
  skills: Type.Array(Type.String()),
  maxFarmers: Type.Integer(),
  category: Type.String(),
  codehostRepo: Nullable(Type.String()),
  codehostIssue: Nullable(Type.String()),
  deadline: Nullable(Instant),
  admission: Admission,
  requires: Type.Partial(Requirements),
  questions: Type.Array(Question),
})
export type QuestTerms = Static<typeof QuestTerms>

/** One change by a giver: absent terms stayed the same. */
export const QuestRevision = Type.Object({
  number: Type.Integer({ description: 'From 1, within the quest' }),
  at: Instant,
  before: Type.Partial(QuestTerms),
  after: Type.Partial(QuestTerms),
})
export type QuestRevision = Static<typeof QuestRevision>

/** Terms that the giver changed since the quest was read. */
export const QuestTermsChange = Type.Object({
  before: Type.Partial(QuestTerms, { description: 'The terms as they were read' }),
  after: Type.Partial(QuestTerms, { description: 'The terms now' }),
})
export type QuestTermsChange = Static<typeof QuestTermsChange>

export const QuestRevisionQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: "The quest's id" }),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 100' })),
  cursor: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,10}$',
      description: 'From the Link header: the number to go on before',
    }),
  ),
})
export type QuestRevisionQuery = Static<typeof QuestRevisionQuery>
