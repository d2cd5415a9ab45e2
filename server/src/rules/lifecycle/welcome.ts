import { Refusal } from './refusal.ts'
import type { Known } from './rules.ts'

/**
 * The ledger and the contract pay a wallet for a quest once, whoever owns it since; and a note, a place and its comments would
 * each reach a giver who wants nothing from this wallet. @throws Refusal
 */
export function requireWelcome({ hadPart, isBlocked }: Pick<Known, 'hadPart' | 'isBlocked'>): void {
  if (hadPart)
    throw new Refusal(
      'had-part-before',
      'This wallet had a part in this quest before its account was deleted.',
    )
  if (isBlocked) throw new Refusal('blocked-by-giver', 'The giver of this quest takes no work from you.')
}
