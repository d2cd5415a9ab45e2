import type { QuestEvent } from './events.ts'
import { changedBy } from './terms.ts'

type Kind = QuestEvent['kind']
type OfKind<K extends Kind> = Extract<QuestEvent, { readonly kind: K }>
type FieldOf<E> = E extends unknown ? Exclude<keyof E, 'kind' | 'farmer'> : never
/** What an event tells under another name than its field's. */
type Derived = { readonly merged: 'repository'; readonly edited: 'changed' }
/** What versions before wrote. */
type Former = { readonly funded: 'problem' }
type Detail<K extends Kind> =
  | FieldOf<OfKind<K>>
  | (K extends keyof Derived ? Derived[K] : never)
  | (K extends keyof Former ? Former[K] : never)

/**
 * What everybody reads of an event beyond its kind and whom it is about. Whatever is not here is for those whom it concerns: what
 * one person says to another, evidence, accounts, and each field that somebody adds to an event without a thought of this list.
 */
const publicDetails: { readonly [K in Kind]: readonly Detail<K>[] } = {
  posted: [],
  funded: ['problem'],
  misfunded: ['problem'],
  applied: ['expiresAt'],
  admitted: [],
  declined: [],
  'application-withdrawn': [],
  'application-expired': [],
  'application-closed': [],
  accepted: ['expiresAt', 'idleAt'],
  'account-pinned': [],
  withdrawn: [],
  expired: [],
  'expiry-warned': [],
  'idle-warned': ['idleAt'],
  kept: ['idleAt'],
  removed: [],
  'place-cancelled': [],
  submitted: ['url', 'note', 'reviewEndsAt'],
  returned: ['note', 'expiresAt'],
  merged: ['repository', 'pullRequest', 'reviewEndsAt'],
  proposed: ['reviewEndsAt'],
  'proposed-again': ['reviewEndsAt'],
  'merge-cleared': [],
  'merge-unreachable': [],
  'merge-doubted': ['reason'],
  disputed: ['by', 'reason', 'disputeEndsAt'],
  answered: ['url', 'note'],
  'evidence-added': ['role'],
  'payment-asked': ['call'],
  released: ['because', 'paid', 'refunded', 'share', 'reason', 'backing', 'counts', 'unpaid'],
  refunded: ['because', 'refunded', 'reason', 'unpaid'],
  'payment-shown': ['chainId', 'txHash'],
  'payment-found': ['chainId', 'txHash', 'paidAt', 'payer'],
  'payment-confirmed': ['chainId', 'txHash', 'confirmedBy'],
  'payment-denied': ['chainId', 'txHash'],
  'payment-settled': ['chainId', 'txHash', 'paidAt', 'payer'],
  'payment-reorganised': ['chainId', 'txHash'],
  'payment-refused': ['chainId', 'txHash', 'problem'],
  'credit-kept': ['side', 'amount'],
  'credit-taken': ['side', 'by'],
  edited: ['changed'],
  paused: [],
  resumed: [],
  closed: ['as'],
  'deadline-passed': [],
  'places-returned': ['places'],
  closing: [],
  'notice-given': ['endsAt'],
  reviewed: ['reviewee', 'role', 'rating', 'comment'],
}

/** Of times that versions before did not keep exactly: the service's own word, in events of many kinds. */
const ofEveryKind = ['approximate']

/** What the log keeps of an event, which is what everybody may read. */
export function publicDetailsOf(event: QuestEvent): Readonly<Record<string, unknown>> {
  return keepPublic(event.kind, { ...event, ...derivedOf(event) })
}

function derivedOf(event: QuestEvent): Readonly<Record<string, unknown>> {
  if (event.kind === 'merged') return { repository: event.repoKey }
  return event.kind === 'edited' ? { changed: changedBy(event) } : {}
}

/** Of an event that is read, whoever wrote it: of a kind that this version does not know, nothing. */
export function keepPublic(
  kind: string,
  details: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names: readonly string[] = [...ofEveryKind, ...(publicDetails[kind as Kind] ?? [])]
  return Object.fromEntries(Object.entries(details).filter(([name]) => names.includes(name)))
}
