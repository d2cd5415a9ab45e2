import type { Address } from '../../ground/address.ts'
import type { Answered } from './questions.ts'

/** A request for a place in a quest whose giver chooses. It takes no place. */
export type Application = {
  readonly farmer: Address
  readonly status: ApplicationStatus
  readonly note: string | null
  readonly answers: readonly Answered[]
  readonly appliedAt: number
  readonly expiresAt: number
  readonly endedAt: number | null
  readonly reason: string | null
}

/** `pending` waits for an answer. `expired`: nobody answered in time. `closed`: there is no place any more. */
export type ApplicationStatus = 'pending' | 'admitted' | 'declined' | 'withdrawn' | 'expired' | 'closed'
