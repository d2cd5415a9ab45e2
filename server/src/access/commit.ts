import type { Db } from '@furrow/storage/db.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Transaction } from 'kysely'
import type { Context } from '../ground/context.ts'
import { type Done, type KeyUse, writeKey } from './idempotency/kept-keys.ts'
import type { Spend } from './quotas/kinds.ts'
import { withinEach, writeSpends } from './quotas/spend.ts'

type Terms = {
  readonly key?: Done & { readonly use: KeyUse | null }
  readonly spends?: readonly Spend[]
}

type Collect = (writes: Writes) => void | Promise<void>

/**
 * Writes what `collect` adds, its spends and its key in one commit, and reads nothing: one statement on PostgreSQL.
 * Decisions on what is read need `commitAfter`. @throws TooManyRequestsError where a spend is too much.
 */
export async function commit(context: Context, terms: Terms, collect?: Collect): Promise<void> {
  await withinEach(context, terms.spends ?? [], () => write(context, context.db, terms, collect))
}

/**
 * Like `commit`, after reads: `decide` calls its second argument once to write; without, nothing is spent, and no key
 * kept. It may run again, so it does only database work. @throws TooManyRequestsError where a spend is too much.
 */
export function commitAfter<T>(
  context: Context,
  terms: Terms,
  decide: (trx: Transaction<Tables>, commit: (collect?: Collect) => Promise<void>) => Promise<T>,
): Promise<T> {
  return withinEach(context, terms.spends ?? [], () =>
    transaction(context.db, trx => decide(trx, collect => write(context, trx, terms, collect))),
  )
}

async function write(
  context: Context,
  db: Db,
  { key, spends = [] }: Terms,
  collect: Collect = () => {},
): Promise<void> {
  await writeTogether(db, async writes => {
    await collect(writes)
    writeSpends(writes, context, spends)
    if (key !== undefined) {
      const { use, ...done } = key
      writeKey(writes, use, done)
    }
  })
}
