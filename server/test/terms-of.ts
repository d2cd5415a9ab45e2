import { type Terms, termKeys } from '../src/rules/lifecycle/terms.ts'

/** The terms alone, of a quest that has them. */
export function termsOf(quest: Terms): Terms {
  return Object.fromEntries(termKeys.map(key => [key, quest[key]])) as Terms
}
