import { type RawBuilder, sql } from 'kysely'
import type { Address } from './address.ts'

/** The wallet as the ledger and the contract know it, where other tables have a pseudonym. Both arguments name columns. */
export function walletOf(questId: string, party: string): RawBuilder<Address> {
  return sql`coalesce((select w.address from pseudonyms w
    where w.pseudonym = ${sql.ref(party)} and w.quest_id = ${sql.ref(questId)}), ${sql.ref(party)})`
}

/** The name that every other table has for a wallet of the ledger. */
export function nameOf(questId: string, wallet: string): RawBuilder<Address> {
  return sql`coalesce((select w.pseudonym from pseudonyms w
    where w.address = ${sql.ref(wallet)} and w.quest_id = ${sql.ref(questId)}), ${sql.ref(wallet)})`
}
