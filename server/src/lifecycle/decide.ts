import { cancel, complete, conclude, keepStatus, passDeadline } from './closing.ts'
import type { Command } from './commands.ts'
import { endDispute, openDispute, resolve } from './disputes.ts'
import type { QuestEvent } from './events.ts'
import { evolve } from './evolve.ts'
import { mirror, strand, takeDeposit } from './on-chain.ts'
import { approve, endWindow } from './payment.ts'
import { accept, expire, pin, warn, withdraw } from './places.ts'
import type { Quest } from './quest.ts'
import { review } from './reviews.ts'
import { type Known, nothingKnown, type Rules } from './rules.ts'
import { prove, recheck, submit } from './work.ts'

/**
 * What happens to a quest when it is asked for this: the events, in order; none where nothing changes. It knows neither
 * clock nor database. Its file for each subject is the specification of that subject.
 * @throws HttpError with a sentence for whoever asked, where the rules refuse it.
 */
export function decide(
  quest: Quest,
  command: Command,
  rules: Rules,
  known: Known = nothingKnown,
): QuestEvent[] {
  const events = answer(quest, command, rules, known)
  const after = events.reduce((quest, event) => evolve(quest, event, rules.now), quest)
  return [...events, ...conclude(after, rules)]
}

function answer(quest: Quest, command: Command, rules: Rules, known: Known): QuestEvent[] {
  switch (command.kind) {
    case 'accept':
      return accept(quest, command, rules, known)
    case 'withdraw':
      return withdraw(quest, command.by)
    case 'submit':
      return submit(quest, command, rules)
    case 'approve':
      return approve(quest, command.by, command.farmer)
    case 'dispute':
      return openDispute(quest, command, rules)
    case 'resolve':
      return resolve(quest, command, rules)
    case 'complete':
      return complete(quest, command.by, rules)
    case 'cancel':
      return cancel(quest, command.by, rules)
    case 'keep-status':
      return keepStatus(quest, command, rules)
    case 'review':
      return review(quest, command, known)
    case 'prove':
      return prove(quest, command, rules)
    case 'recheck':
      return recheck(quest, command, rules)
    case 'pin':
      return pin(quest, command)
    case 'warn':
      return warn(quest, command.farmer, rules)
    case 'expire':
      return expire(quest, command.farmer, rules)
    case 'window-over':
      return endWindow(quest, command.farmer, rules)
    case 'end-dispute':
      return endDispute(quest, command, rules)
    case 'deadline':
      return passDeadline(quest, rules)
    case 'take-deposit':
      return takeDeposit(quest, command)
    case 'mirror':
      return known.mirrored ? [] : mirror(quest, command.event)
    case 'strand':
      return strand(quest, command.farmer)
  }
}
