import { type Static, Type } from 'typebox'
import { chosenName, Text } from './text.ts'

/** A question of a giver to those who apply for a place. */
export const Question = Type.Object({
  text: Type.String(),
  required: Type.Boolean({ description: 'Whether an application needs an answer to it' }),
})
export type Question = Static<typeof Question>

export const mostQuestions = 5
const longestQuestion = 300
const longestAnswer = 1_000

export const NewQuestion = Type.Object({
  text: Text(longestQuestion, { minLength: 1, pattern: chosenName, description: 'One line' }),
  required: Type.Optional(Type.Boolean({ description: 'false, where it is left out' })),
})
export type NewQuestion = Static<typeof NewQuestion>

export const NewQuestions = Type.Array(NewQuestion, {
  maxItems: mostQuestions,
  description: 'Different ones, for a quest whose admission is `application`; an empty list takes them away',
})

/** The questions as typed so far, of a draft. */
export const TypedQuestions = Type.Array(
  Type.Object({ text: Text(longestQuestion), required: Type.Optional(Type.Boolean()) }),
  { maxItems: mostQuestions },
)

/** An answer of an applicant, with its question. */
export const QuestionAnswer = Type.Object({
  question: Text(longestQuestion, { description: 'Its text, as it was asked' }),
  answer: Text(longestAnswer),
})
export type QuestionAnswer = Static<typeof QuestionAnswer>

export const QuestionAnswers = Type.Array(QuestionAnswer, { maxItems: mostQuestions })
