import { ledgerLaws } from './books.ts'
import type { Law } from './law.ts'
import { reviewLaws } from './review-laws.ts'

/** Each hour: whether the ledger adds up, without which nothing is paid; and which places are not paid by themselves. */
export const hourlyLaws: readonly Law[] = [...ledgerLaws, ...reviewLaws]
