import type { Evidence, RefundedBecause, ReleasedBecause } from './quest.ts'

/** How a place of the main quest ended, as far as its companions follow it. */
export type MainEnd =
  | {
      readonly kind: 'released'
      readonly because: ReleasedBecause
      /** The farmer's part, in ten-thousandths, where giver and farmer divided the reward. */
      readonly share: number | null
      readonly acceptedAt: number
      readonly evidence: Evidence
      readonly members: readonly MemberPart[]
      /** How many add to the reward and what, for the one companion whose release tells the farmer; null for the others. */
      readonly told: { readonly count: number; readonly amount: string } | null
    }
  | { readonly kind: 'refunded'; readonly because: RefundedBecause }

export type MemberPart = { readonly address: string; readonly part: number }
