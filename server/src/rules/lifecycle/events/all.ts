import type { QuestEventKind } from '@furrow/sdk/contract'
import * as application from './application-events.ts'
import * as backer from './backer-events.ts'
import * as contest from './contest-events.ts'
import * as credit from './credit-events.ts'
import * as dispute from './dispute-events.ts'
import * as ending from './ending-events.ts'
import type { EventOf } from './event.ts'
import * as payment from './payment-events.ts'
import * as place from './place-events.ts'
import * as whole from './quest-events.ts'
import * as review from './review-events.ts'
import * as team from './team-events.ts'
import * as word from './word-events.ts'

export type WorkEvent =
  | place.PlaceEvent
  | review.ReviewEvent
  | dispute.DisputeEvent
  | ending.EndingEvent
  | team.TeamEvent
  | contest.PayoutEvent
  | credit.CreditEvent
  | payment.PaymentEvent
  | word.WordEvent

/** The log keeps these for ever: a kind is never renamed, and its meaning never changes. */
export type QuestEvent =
  | whole.WholeEvent
  | backer.BackerEvent
  | contest.ContestEvent
  | application.ApplicationEvent
  | WorkEvent

export type EventKind = QuestEvent['kind']
export type EventOfKind<K extends EventKind> = Extract<QuestEvent, { readonly kind: K }>

const applications = {
  applied: application.applied,
  admitted: application.admitted,
  declined: application.declined,
  'application-withdrawn': application.applicationWithdrawn,
  'application-expired': application.applicationExpired,
  'application-closed': application.applicationClosed,
}

/** Each kind of event and its value: a kind without a value, or a value without a kind, does not compile. */
export const events: { readonly [K in EventKind]: EventOf<EventOfKind<K>> } = {
  ...applications,
  posted: whole.posted,
  backed: backer.backed,
  'backing-stopped': backer.backingStopped,
  funded: whole.funded,
  misfunded: whole.misfunded,
  edited: whole.edited,
  paused: whole.paused,
  resumed: whole.resumed,
  closed: whole.closed,
  ranked: contest.ranked,
  'ranking-disputed': contest.rankingDisputed,
  'payout-begun': contest.payoutBegun,
  'contest-decided': contest.contestDecided,
  'deadline-passed': whole.deadlinePassed,
  'places-returned': whole.placesReturned,
  closing: whole.closing,
  'notice-given': whole.noticeGiven,
  reviewed: whole.reviewed,
  accepted: place.accepted,
  'account-pinned': place.accountPinned,
  withdrawn: place.withdrawn,
  expired: place.expired,
  'expiry-warned': place.expiryWarned,
  'idle-warned': place.idleWarned,
  kept: place.kept,
  'place-extended': place.placeExtended,
  removed: place.removed,
  'place-cancelled': place.placeCancelled,
  submitted: review.submitted,
  returned: review.returned,
  merged: review.merged,
  proposed: review.proposed,
  attested: review.attested,
  'proposed-again': review.proposedAgain,
  'approval-signed': review.approvalSigned,
  'part-proposed': review.partProposed,
  'place-shared': team.placeShared,
  'share-agreed': team.shareAgreed,
  'share-ended': team.shareEnded,
  'share-released': team.shareReleased,
  'merge-cleared': review.mergeCleared,
  'merge-unreachable': review.mergeUnreachable,
  'merge-doubted': review.mergeDoubted,
  disputed: dispute.disputed,
  objected: dispute.objected,
  answered: dispute.answered,
  'evidence-added': dispute.evidenceAdded,
  ruled: dispute.ruled,
  'ruling-undone': dispute.rulingUndone,
  'payment-asked': ending.paymentAsked,
  released: ending.released,
  refunded: ending.refunded,
  'credit-kept': credit.creditKept,
  'credit-taken': credit.creditTaken,
  'payment-shown': payment.paymentShown,
  'payment-found': payment.paymentFound,
  'payment-confirmed': payment.paymentConfirmed,
  'payment-settled': payment.paymentSettled,
  'payment-denied': payment.paymentDenied,
  'payment-reorganised': payment.paymentReorganised,
  'payment-refused': payment.paymentRefused,
  'payment-said': word.paymentSaid,
  'payment-received': word.paymentReceived,
  'payment-missed': word.paymentMissed,
  'payment-reminded': word.paymentReminded,
} satisfies Record<QuestEventKind, unknown>

export const eventKinds = Object.keys(events) as readonly EventKind[]

export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(events, kind)
}

/** The value of a kind fits its key, which TypeScript cannot follow through a union. */
export function eventValue(event: QuestEvent): EventOf<QuestEvent> {
  return events[event.kind] as unknown as EventOf<QuestEvent>
}

export function isAboutApplication(event: { readonly kind: string }): event is application.ApplicationEvent {
  return Object.hasOwn(applications, event.kind)
}
