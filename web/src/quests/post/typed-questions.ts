import { mostQuestions, type NewQuestion, type Question } from '@furrow/sdk'

/**
 * The typed questions. They are one field of the form, as JSON, since all of its fields are texts; another text, as a
 * device may have kept it, has none.
 */
export function readQuestions(typed: string | undefined): readonly Question[] {
  const list = readJson(typed)
  return Array.isArray(list) ? list.filter(isQuestion).slice(0, mostQuestions) : []
}

function readJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text || '[]')
  } catch {
    return []
  }
}

function isQuestion(value: Question | null): value is Question {
  return typeof value?.text === 'string' && typeof value.required === 'boolean'
}

export function sayQuestions(questions: readonly NewQuestion[]): string {
  const said = questions.map(({ text, required = false }) => ({ text, required }))
  return said.length === 0 ? '' : JSON.stringify(said)
}
