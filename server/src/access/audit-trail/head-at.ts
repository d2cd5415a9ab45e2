import type { AuditSealRow } from '@furrow/storage/audit-tables.ts'
import type { Db } from '@furrow/storage/db.ts'

export type AuditHead = Pick<AuditSealRow, 'number' | 'hash'>

type Seal = Pick<AuditSealRow, 'number' | 'at' | 'hash' | 'kept'>

/**
 * The newest entry before a time among those that are kept for ever: it is the same whenever it is asked for. Times and
 * counts grow with the numbers, so a few look-ups by number find it.
 */
export async function readHeadAt(db: Db, until: number): Promise<AuditHead | null> {
  const last = await findLast(db, ({ at }) => at < until)
  if (last === null || last.kept === 0) return null
  const before = await findLast(db, ({ kept }) => kept < last.kept)
  const head = await readFrom(db, (before?.number ?? 0) + 1)
  return head === null ? null : { number: head.number, hash: head.hash }
}

async function findLast(db: Db, fits: (seal: Seal) => boolean): Promise<Seal | null> {
  const newest = await newestSeal(db)
  if (newest === null || fits(newest)) return newest
  let [found, low, high]: [Seal | null, number, number] = [null, 1, newest.number]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const seal = (await readFrom(db, middle)) as Seal
    // Entries between two numbers may have been thinned out.
    if (fits(seal)) [found, low] = [seal, seal.number + 1]
    else high = middle
  }
  return found
}

function seals(db: Db) {
  return db.selectFrom('audit_seals').select(['number', 'at', 'hash', 'kept']).limit(1)
}

async function newestSeal(db: Db): Promise<Seal | null> {
  return (await seals(db).orderBy('number', 'desc').executeTakeFirst()) ?? null
}

async function readFrom(db: Db, number: number): Promise<Seal | null> {
  return (await seals(db).where('number', '>=', number).orderBy('number').executeTakeFirst()) ?? null
}
