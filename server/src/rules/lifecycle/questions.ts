import { Refusal } from './refusal.ts'
import type { Terms } from './terms.ts'

export type Question = { readonly text: string; readonly required: boolean }

/** An answer, and its question as it was asked: a giver may edit the questions later. */
export type Answered = { readonly question: string; readonly answer: string }

export function questionsOf({ questions }: Pick<Terms, 'questions'>): readonly Question[] {
  return JSON.parse(questions) as Question[]
}

/**
 * In the order of the questions, without empty ones. @throws Refusal for an unknown question or a missing answer, by
 * number: agents would read strangers' texts as the service's own.
 */
export function answersTo(
  terms: Pick<Terms, 'questions'>,
  given: readonly Answered[] | undefined,
): readonly Answered[] {
  const questions = questionsOf(terms)
  const answers = new Map((given ?? []).map(({ question, answer }) => [question.trim(), answer.trim()]))
  const asked = new Set(questions.map(({ text }) => text))
  const unknown = [...answers.keys()].findIndex(text => !asked.has(text))
  if (unknown >= 0)
    throw new Refusal(
      'question-unknown',
      `Answer ${unknown + 1} is to a question that this quest does not ask; look at its questions as they are now.`,
    )
  const unanswered = questions.findIndex(({ text, required }) => required && !answers.get(text))
  if (unanswered >= 0)
    throw new Refusal(
      'answer-needed',
      `The giver of this quest asks applicants something, and question ${unanswered + 1} needs an answer.`,
    )
  return questions.flatMap(({ text: question }) => {
    const answer = answers.get(question)
    return answer ? [{ question, answer }] : []
  })
}
