import type { Address } from '../address.ts'
import { day, endOfDay, instant, minute } from '../clock.ts'
import { type Quotas, unlimited } from '../config/quotas.ts'
import { TooManyRequestsError } from '../errors.ts'

/** What is counted for each day apart. */
type DailyKind = 'quests' | 'letters' | 'proposals' | 'withdrawals'
/** The others are what somebody has at once. */
export type QuotaKind = DailyKind | 'live-quests' | 'blocks'
/** One of a wallet's quota. */
export type Spend = { readonly address: Address; readonly kind: QuotaKind }

const daily: Readonly<Record<DailyKind, (most: number) => string>> = {
  quests: most => `You have posted ${most} quests today`,
  letters: most => `You have written ${most} letters today to people who never wrote back`,
  proposals: most => `You have made ${most} proposals today`,
  withdrawals: most => `You have given ${most} places back today`,
}

function isDaily(kind: QuotaKind): kind is DailyKind {
  return kind in daily
}

/** The day that counts for it now. */
export function dayOf(kind: QuotaKind, now: number): number {
  return isDaily(kind) ? Math.floor(now / day) : 0
}

const mostBlocks = 1_000

export function mostOf(kind: QuotaKind, quotas: Quotas): number {
  const most: Readonly<Record<QuotaKind, number>> = {
    quests: quotas.questsADay,
    letters: quotas.lettersADay,
    proposals: quotas.proposalsADay,
    // Nobody has to keep a place; who gave back too many takes no others.
    withdrawals: unlimited,
    'live-quests': quotas.liveQuests,
    blocks: mostBlocks,
  }
  return most[kind]
}

/** When somebody may try again who has used it up: what is had at once may be given back at any moment. */
function endOf(kind: QuotaKind, now: number): number {
  return isDaily(kind) ? endOfDay(now) : now + minute
}

/** What somebody is told who has used it up: what it was, and when that ends. */
export function refusalOf(kind: QuotaKind, most: number, now: number): TooManyRequestsError {
  const endsAt = endOf(kind, now)
  return new TooManyRequestsError(Math.ceil((endsAt - now) / 1_000), sentenceOf(kind, most, endsAt))
}

function sentenceOf(kind: QuotaKind, most: number, endsAt: number): string {
  if (isDaily(kind)) return `${daily[kind](most)}, which is the most; you can go on at ${instant(endsAt)}.`
  if (kind === 'blocks') return `You block ${most} addresses already; unblock one of them first.`
  return `You have ${most} quests that are not over, which is the most; you can post another when one of them is completed or cancelled.`
}
