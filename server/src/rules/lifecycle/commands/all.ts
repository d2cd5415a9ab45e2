import type { Address } from '../../../ground/address.ts'
import * as applications from './applications.ts'
import * as approval from './approval.ts'
import * as backing from './backing.ts'
import * as closing from './closing.ts'
import type { CommandOf, Need, Reads } from './command.ts'
import * as companions from './companions.ts'
import * as contests from './contests.ts'
import * as disputes from './disputes.ts'
import * as editing from './editing.ts'
import * as extending from './extending.ts'
import * as hearing from './hearing.ts'
import * as idle from './idle.ts'
import * as chain from './on-chain.ts'
import * as parting from './parting.ts'
import * as pausing from './pausing.ts'
import * as places from './places.ts'
import * as returns from './returns.ts'
import * as reviews from './reviews.ts'
import type { Sent } from './sent.ts'
import * as sharing from './sharing.ts'
import * as payments from './shown-payments.ts'
import * as signed from './signed-approval.ts'
import * as thanks from './thanks.ts'
import * as words from './words-of-payment.ts'
import * as work from './work.ts'

const values = {
  accept: places.accept,
  withdraw: places.withdraw,
  warn: places.warn,
  expire: places.expire,
  pin: places.pin,
  admit: applications.admit,
  decline: applications.decline,
  'end-application': applications.endApplication,
  remove: idle.remove,
  keep: idle.keep,
  extend: extending.extend,
  'warn-idle': idle.warnIdle,
  submit: work.submit,
  prove: work.prove,
  recheck: work.recheck,
  approve: approval.approve,
  'sign-approval': signed.signApproval,
  'window-over': approval.endWindow,
  return: returns.returnWork,
  dispute: disputes.openDispute,
  resolve: disputes.resolve,
  'end-dispute': disputes.endDispute,
  answer: hearing.answer,
  'add-evidence': hearing.addEvidence,
  concede: hearing.concede,
  'propose-part': parting.proposePart,
  agree: parting.agree,
  share: sharing.share,
  'agree-to-share': sharing.agreeToShare,
  'refuse-share': sharing.refuseShare,
  complete: closing.complete,
  cancel: closing.cancel,
  deadline: closing.passDeadline,
  'set-status': pausing.setStatus,
  edit: editing.edit,
  review: reviews.review,
  'take-deposit': chain.takeDeposit,
  mirror: chain.mirror,
  reconcile: chain.reconcile,
  strand: chain.strand,
  'show-payment': payments.showPayment,
  'confirm-payment': payments.confirmPayment,
  'not-received': payments.denyPayment,
  'say-paid': words.sayPaid,
  'remind-payment': words.remindPayment,
  'settle-payment': payments.settlePayment,
  'reorganise-payment': payments.reorganisePayment,
  'refuse-payment': payments.refusePayment,
  thank: thanks.thank,
  back: backing.back,
  'count-backer': backing.countBacker,
  'uncount-backer': backing.uncountBacker,
  'stop-backing': backing.stopBacking,
  object: companions.object,
  follow: companions.follow,
  'drop-objection': companions.dropObjection,
  'end-companion': companions.endCompanion,
  rank: contests.rank,
  'dispute-ranking': contests.disputeRanking,
  'resolve-ranking': contests.resolveRanking,
  'decide-contest': contests.decideContest,
}

type Values = typeof values
type CommandOfValue<V> = V extends CommandOf<infer C> ? C : never

/** Every command to a quest: `by` is the wallet signed in, or null for the clock, the code host, the chain. */
export type Command = { readonly [K in keyof Values]: CommandOfValue<Values[K]> }[keyof Values] & Sent

export type CommandKind = Command['kind']

/** Each kind of command and its value: a value under another name than its kind does not compile. */
export const commands: {
  readonly [K in CommandKind]: CommandOf<Extract<Command, { readonly kind: K }>>
} = values

export const commandKinds = Object.keys(commands) as readonly CommandKind[]

/** The value of a kind fits its key, which TypeScript cannot follow through a union. */
export function commandValue(command: Command): CommandOf<Command> {
  return commands[command.kind] as unknown as CommandOf<Command>
}

export function readsOf(command: Command): Reads {
  const { reads } = commandValue(command)
  return typeof reads === 'function' ? reads(command) : reads
}

/** The farmer whose place the command is about; null for none or several. */
export function subjectOf(command: Command): Address | null {
  const reads = readsOf(command)
  if (reads === 'own') return command.by
  return reads === 'named' && 'farmer' in command ? command.farmer : null
}

export function needs(command: Command, need: Need): boolean {
  return commandValue(command).needs?.includes(need) ?? false
}
