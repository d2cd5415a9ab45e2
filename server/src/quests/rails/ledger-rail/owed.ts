import { sql } from 'kysely'

/** A test of released work without a payment that counts: the giver has done their part, and the farmer is to answer. */
export const isWaitingForWord = sql<boolean>`(
  (payment_ref is not null and (payment_denied_ref is null
    or (payment_ref <> payment_denied_ref and payment_ref not like payment_denied_ref || ':%')))
  or (said_paid_at is not null and missed_at is null))`
