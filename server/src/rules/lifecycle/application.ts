import type { Address } from '../../ground/address.ts'

/** Somebody asks for a place in a quest whose giver chooses. It takes no place. */
export type Application = {
  readonly farmer: Address
  readonly status: ApplicationStatus
  readonly note: string | null
  readonly appliedAt: number
  /** When it ends if the giver does not answer. */
  readonly expiresAt: number
  /** When it was answered, or ended otherwise; null while it waits. */
  readonly endedAt: number | null
  /** Why it was declined, if the giver said so. */
  readonly reason: string | null
}

/** `pending` waits for an answer. `expired`: nobody answered in time. `closed`: there is no place any more. */
export type ApplicationStatus = 'pending' | 'admitted' | 'declined' | 'withdrawn' | 'expired' | 'closed'

/** What happened to an application. */
export type ApplicationEvent = { readonly farmer: Address } & (
  | { readonly kind: 'applied'; readonly note: string | null; readonly expiresAt: number }
  /** The giver gave a place for it, which is taken with the next event. */
  | { readonly kind: 'admitted' }
  | { readonly kind: 'declined'; readonly reason: string | null }
  | { readonly kind: 'application-withdrawn' }
  | { readonly kind: 'application-expired' }
  /** All places were taken, or the quest takes nobody any more. */
  | { readonly kind: 'application-closed' }
)

const ends = {
  admitted: 'admitted',
  declined: 'declined',
  'application-withdrawn': 'withdrawn',
  'application-expired': 'expired',
  'application-closed': 'closed',
} as const

export function isAboutApplication(event: { readonly kind: string }): event is ApplicationEvent {
  return event.kind === 'applied' || event.kind in ends
}

/** The application after the event. */
export function evolveApplication(
  before: Application | undefined,
  event: ApplicationEvent,
  at: number,
): Application {
  if (event.kind === 'applied') {
    const { farmer, note, expiresAt } = event
    return { farmer, status: 'pending', note, appliedAt: at, expiresAt, endedAt: null, reason: null }
  }
  if (before?.status !== 'pending')
    throw new Error(`${event.kind} cannot happen to ${event.farmer}, whose application does not wait`)
  const reason = event.kind === 'declined' ? event.reason : null
  return { ...before, status: ends[event.kind], endedAt: at, reason }
}
