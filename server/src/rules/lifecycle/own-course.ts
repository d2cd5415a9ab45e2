import type { Command, CommandKind } from './commands/all.ts'
import type { Quest } from './quest.ts'
import { Refusal } from './refusal.ts'

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
  'take-deposit',
  'sign-approval',
])

/** @throws Refusal where somebody would lead a companion as if it were a quest by itself. */
export function requireOwnCourse({ companionOf }: Quest, { by, kind }: Command): void {
  if (companionOf === null || by === null || byPeople.has(kind)) return
  throw new Refusal(
    'follows-another',
    `This adds to the reward of another quest and follows what is decided there: act on ${companionOf}.`,
  )
}
