import { type Command, commandValue } from './commands/all.ts'
import { conclude } from './commands/closing.ts'
import type { QuestEvent } from './events/all.ts'
import { evolve } from './evolve.ts'
import { requireOwnCourse } from './own-course.ts'
import { withPrizes } from './payout.ts'
import type { Quest } from './quest.ts'
import { type Known, nothingKnown, type Rules } from './rules.ts'
import { withShares } from './shares.ts'
import { weigh } from './worth.ts'

export type Step = { readonly event: QuestEvent; readonly before: Quest; readonly after: Quest }

/** Knows no clock and no database; `commands/` is its specification. @throws Refusal with a sentence for the sender. */
export function decide(
  quest: Quest,
  command: Command,
  rules: Rules,
  known: Known = nothingKnown,
): readonly Step[] {
  requireOwnCourse(quest, command)
  const events = commandValue(command).decide(quest, command, rules, known)
  const steps = follow(
    quest,
    events
      .flatMap(event => withShares(quest, event))
      .flatMap(event => withPrizes(quest, event, known))
      .map(event => weigh(quest, event, rules)),
    rules,
  )
  const after = steps.at(-1)?.after ?? quest
  return [...steps, ...follow(after, conclude(after, rules), rules)]
}

function follow(quest: Quest, events: readonly QuestEvent[], { now }: Rules): readonly Step[] {
  let before = quest
  return events.map(event => {
    const step = { event, before, after: evolve(before, event, now) }
    before = step.after
    return step
  })
}
