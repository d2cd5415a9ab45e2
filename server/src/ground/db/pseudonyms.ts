import { type RawBuilder, sql } from 'kysely'
import type { Address } from '../address.ts'

/**
 * The wallet behind a part of a quest, as the ledger and the contract know it: who left has another name in all other tables.
 * Both are the names of columns.
 */
export function walletOf(questId: string, party: string): RawBuilder<Address> {
  return sql`coalesce((select w.address from pseudonyms w
    where w.pseudonym = ${sql.ref(party)} and w.quest_id = ${sql.ref(questId)}), ${sql.ref(party)})`
}

/** What a wallet that the ledger names is called everywhere else. */
export function nameOf(questId: string, wallet: string): RawBuilder<Address> {
  return sql`coalesce((select w.pseudonym from pseudonyms w
    where w.address = ${sql.ref(wallet)} and w.quest_id = ${sql.ref(questId)}), ${sql.ref(wallet)})`
}
