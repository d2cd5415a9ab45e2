import { Refusal } from './refusal.ts'
import type { Known } from './rules.ts'

/** Ledger and contract pay a wallet once per quest; a blocked one's words would reach the giver. @throws Refusal */
export function requireWelcome({ hadPart, isBlocked }: Pick<Known, 'hadPart' | 'isBlocked'>): void {
  if (hadPart)
    throw new Refusal(
      'had-part-before',
      'This wallet had a part in this quest before its account was deleted.',
    )
  if (isBlocked) throw new Refusal('blocked-by-giver', 'The giver of this quest takes no work from you.')
}
