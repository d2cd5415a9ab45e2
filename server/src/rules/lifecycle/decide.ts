import { admit, decline, endApplication } from './applications.ts'
import { cancel, complete, conclude, passDeadline } from './closing.ts'
import type { Command } from './commands.ts'
import { endDispute, openDispute, resolve } from './disputes.ts'
import { edit } from './editing.ts'
import type { QuestEvent } from './events/all.ts'
import { evolve } from './evolve.ts'
import { addEvidence, answer, concede } from './hearing.ts'
import { keep, remove, warnIdle } from './idle.ts'
import { mirror, strand, takeDeposit } from './on-chain.ts'
import { setStatus } from './pausing.ts'
import { approve, endWindow } from './payment.ts'
import { accept, expire, pin, warn, withdraw } from './places.ts'
import type { Quest } from './quest.ts'
import { returnWork } from './returns.ts'
import { review } from './reviews.ts'
import { type Known, nothingKnown, type Rules } from './rules.ts'
import {
  confirmPayment,
  denyPayment,
  refusePayment,
  reorganisePayment,
  settlePayment,
  showPayment,
} from './shown-payments.ts'
import { prove, recheck, submit } from './work.ts'
import { weigh } from './worth.ts'

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
  const events = eventsOf(quest, command, rules, known).map(event => weigh(quest, event, rules))
  const after = events.reduce((quest, event) => evolve(quest, event, rules.now), quest)
  return [...events, ...conclude(after, rules)]
}

function eventsOf(quest: Quest, command: Command, rules: Rules, known: Known): QuestEvent[] {
  switch (command.kind) {
    case 'accept':
      return accept(quest, command, rules, known)
    case 'withdraw':
      return withdraw(quest, command.by)
    case 'admit':
      return admit(quest, command, rules, known)
    case 'decline':
      return decline(quest, command)
    case 'remove':
      return remove(quest, command, rules)
    case 'keep':
      return keep(quest, command.by, rules)
    case 'submit':
      return submit(quest, command, rules)
    case 'approve':
      return approve(quest, command.by, command.farmer)
    case 'return':
      return returnWork(quest, command, rules)
    case 'dispute':
      return openDispute(quest, command, rules)
    case 'answer':
      return answer(quest, command)
    case 'add-evidence':
      return addEvidence(quest, command)
    case 'concede':
      return concede(quest, command)
    case 'resolve':
      return resolve(quest, command, rules)
    case 'complete':
      return complete(quest, command.by, rules)
    case 'cancel':
      return cancel(quest, command.by, rules)
    case 'set-status':
      return setStatus(quest, command, rules)
    case 'edit':
      return edit(quest, command, rules)
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
    case 'warn-idle':
      return warnIdle(quest, command.farmer, rules)
    case 'end-application':
      return endApplication(quest, command.farmer, rules)
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
      return known.mirrored ? [] : mirror(quest, command.event, rules)
    case 'reconcile':
      return mirror(quest, command.event, rules)
    case 'strand':
      return strand(quest, command.farmer)
    case 'show-payment':
      return showPayment(quest, command)
    case 'confirm-payment':
      return confirmPayment(quest, command, rules)
    case 'not-received':
      return denyPayment(quest, command)
    case 'settle-payment':
      return settlePayment(quest, command)
    case 'reorganise-payment':
      return reorganisePayment(quest, command)
    case 'refuse-payment':
      return refusePayment(quest, command)
  }
}
