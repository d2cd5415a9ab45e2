import type { Command, CommandKind } from './commands/all.ts'
import type { Quest, RefundedBecause, ReleasedBecause } from './quest.ts'
import { Refusal } from './refusal.ts'

/** So many may add to the reward of a quest: its farmers are owed by each of them. */
export const mostBackers = 40

/** How a place of the main quest ended, as far as its companions follow it. */
export type MainEnd =
  | {
      readonly kind: 'released'
      readonly because: ReleasedBecause
      /** The farmer's part, in ten-thousandths, where giver and farmer divided the reward. */
      readonly share: number | null
      readonly acceptedAt: number
      /** The other members of the farmer's team, with their parts of what is released. */
      readonly members: readonly MemberPart[]
      /** How many add to the reward and what, for the one companion whose release tells the farmer; null for the others. */
      readonly told: { readonly count: number; readonly amount: string } | null
    }
  | { readonly kind: 'refunded'; readonly because: RefundedBecause }

export type MemberPart = { readonly address: string; readonly part: number }

/** A companion has no course of its own: people pay in it, and settle what its backer objected to. */
const byPeople: ReadonlySet<CommandKind> = new Set([
  'object',
  'approve',
  'answer',
  'add-evidence',
  'concede',
  'propose-part',
  'agree',
  'resolve',
  'show-payment',
  'say-paid',
  'confirm-payment',
  'not-received',
])

/** @throws Refusal where somebody would lead a companion as if it were a quest by itself. */
export function requireOwnCourse({ companionOf }: Quest, { by, kind }: Command): void {
  if (companionOf === null || by === null || byPeople.has(kind)) return
  throw new Refusal(
    'follows-another',
    `This adds to the reward of another quest and follows what is decided there: act on ${companionOf}.`,
  )
}
