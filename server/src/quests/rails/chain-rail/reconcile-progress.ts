import type { Db } from '@furrow/storage/db.ts'
import { keptAs } from '@furrow/storage/kept.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import { oneFor } from '../../../ground/one-for.ts'

type Progress = {
  readonly after: string
  readonly nextAt: number
}

const beginning: Progress = { after: '', nextAt: 0 }

export const progressOf = oneFor(({ id }: Escrow) =>
  keptAs<Progress>(`escrow-reconciliation ${id}`, beginning),
)

/** The chain took back final blocks: all is compared anew, at once, and nothing new is sent before. */
export async function beginReorganisation(trx: Db, escrow: Escrow): Promise<void> {
  await trx
    .updateTable('escrow_contracts')
    .set(({ eb }) => ({ reorganised: 1, reorganisations: eb('reorganisations', '+', 1) }))
    .where('contract', '=', escrow.id)
    .execute()
  // Deposits may have been made in the time of others.
  await trx
    .updateTable('escrows')
    .set({ arbiter: null, attester: null })
    .where('contract', '=', escrow.id)
    .where('arbiter', 'is not', null)
    .execute()
  const progress = progressOf(escrow)
  // A comparison under way began with the blocks before: its progress does not count.
  while (!(await progress.replace(trx, await progress.read(trx), beginning)));
}

export async function endReorganisation({ db, log }: Context, { id }: Escrow): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('escrow_contracts')
    .set({ reorganised: 0 })
    .where('contract', '=', id)
    .where('reorganised', '=', 1)
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    log.info({ contract: id }, 'sending to the escrow contract goes on after a reorganisation')
}

export async function isReorganised(db: Db, { id }: Escrow): Promise<boolean> {
  const row = await db
    .selectFrom('escrow_contracts')
    .select('reorganised')
    .where('contract', '=', id)
    .executeTakeFirst()
  return row?.reorganised === 1
}
