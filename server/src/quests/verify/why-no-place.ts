import { requireRoom } from '../../rules/lifecycle/commands/taking.ts'
import { custodyOf } from '../../rules/lifecycle/custody.ts'
import type { Quest } from '../../rules/lifecycle/quest.ts'
import { Refusal } from '../../rules/lifecycle/refusal.ts'
import type { Rules } from '../../rules/lifecycle/rules.ts'
import type { Fault } from './proof-refusal.ts'

export function whyNoPlace(quest: Quest, rules: Rules): Fault[] {
  if (quest.paused)
    return [{ fault: 'quest-paused', text: 'The giver of this quest takes no farmers for now.' }]
  const unfunded = sentenceOf(() => custodyOf(quest).requireFunds())
  if (unfunded !== null) return [{ fault: 'unfunded', text: unfunded }]
  const full = sentenceOf(() => requireRoom(quest, rules))
  return full === null ? [] : [{ fault: 'no-place-left', text: full }]
}

function sentenceOf(ask: () => void): string | null {
  try {
    ask()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}
