import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import { beginReorganisation } from './reconcile-progress.ts'

/** The place where a chain changed is looked for so many blocks back. */
const blocksKept = 5_000
/** Blocks that a node may be behind another one that was asked before. */
const mostLag = 300

type Kept = { readonly block: number; readonly hash: string }

/** Keeps the hash of a block up to which all was followed; it is to be read before the events of the block. */
export async function keepHash(db: Db, { id }: Escrow, { block, hash }: Kept): Promise<void> {
  await db
    .insertInto('escrow_blocks')
    .values({ contract: id, block, hash })
    .onConflict(conflict => conflict.columns(['contract', 'block']).doUpdateSet({ hash }))
    .execute()
  await db
    .deleteFrom('escrow_blocks')
    .where('contract', '=', id)
    .where('block', '<', block - blocksKept)
    .execute()
}

/** A changed chain is followed again from the last block that is the same; only this contract waits for it. */
export async function windBack(context: Context, escrow: Escrow, head: Head): Promise<void> {
  const { db, log } = context
  const newest = await readKept(db, escrow).orderBy('block', 'desc').limit(1).executeTakeFirst()
  if (newest === undefined) return
  const ahead = newest.block - Number(head.number)
  if (ahead > 0 ? ahead <= mostLag : await isThere(escrow, head, newest)) return

  const next = await findFirstChanged(escrow, head, await readKept(db, escrow).orderBy('block').execute())
  const isFirst = await transaction(db, async trx => {
    const { numDeletedRows } = await trx
      .deleteFrom('escrow_blocks')
      .where('contract', '=', escrow.id)
      .where('block', '>=', next)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return false
    await trx
      .updateTable('escrow_contracts')
      .set({ next_block: next })
      .where('contract', '=', escrow.id)
      .where('next_block', '>', next)
      .execute()
    await beginReorganisation(trx, escrow)
    return true
  })
  if (isFirst)
    log.error(
      { contract: escrow.id, from: next, to: newest.block },
      'the chain took back blocks that were final: it is followed again, and nothing new is sent until all is compared',
    )
}

function readKept(db: Db, { id }: Escrow) {
  return db.selectFrom('escrow_blocks').select(['block', 'hash']).where('contract', '=', id)
}

async function isThere(escrow: Escrow, head: Head, { block, hash }: Kept): Promise<boolean> {
  return BigInt(block) <= head.number && (await escrow.readBlockHash(BigInt(block))) === hash
}

/** Binary search: a chain is the same up to some block, and not from there on. */
async function findFirstChanged(escrow: Escrow, head: Head, kept: readonly Kept[]): Promise<number> {
  let [from, to] = [0, kept.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (await isThere(escrow, head, kept[middle] as Kept)) from = middle + 1
    else to = middle
  }
  const same = kept[from - 1]
  if (same !== undefined) return same.block + 1
  return Math.max((kept[0]?.block ?? 0) - blocksKept, 0)
}
