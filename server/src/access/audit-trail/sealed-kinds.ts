import type { QuestEventKind } from '@furrow/sdk/contract'

/** Of each kind of event, whether it moves money, or decides where money goes: those are sealed in the audit log for ever. */
const isSealedKind = {
  posted: false,
  funded: true,
  misfunded: true,
  applied: false,
  admitted: false,
  declined: false,
  'application-withdrawn': false,
  'application-expired': false,
  'application-closed': false,
  accepted: false,
  'account-pinned': false,
  withdrawn: false,
  'expiry-warned': false,
  expired: false,
  'idle-warned': false,
  kept: false,
  removed: false,
  'place-cancelled': true,
  submitted: true,
  returned: true,
  merged: true,
  proposed: true,
  'proposed-again': true,
  'merge-cleared': false,
  'merge-unreachable': false,
  'merge-doubted': true,
  disputed: true,
  answered: false,
  'evidence-added': false,
  'payment-asked': true,
  released: true,
  refunded: true,
  'credit-kept': true,
  'credit-taken': true,
  reviewed: false,
  edited: true,
  paused: false,
  resumed: false,
  closed: true,
  'deadline-passed': false,
  closing: true,
  'notice-given': true,
  'places-returned': true,
  'payment-shown': true,
  'payment-found': true,
  'payment-confirmed': true,
  'payment-settled': true,
  'payment-denied': true,
  'payment-reorganised': true,
  'payment-refused': true,
} as const satisfies Record<QuestEventKind, boolean>

export const sealedKinds: readonly QuestEventKind[] = (Object.keys(isSealedKind) as QuestEventKind[]).filter(
  isSealed,
)

export function isSealed(kind: QuestEventKind): boolean {
  return isSealedKind[kind]
}
