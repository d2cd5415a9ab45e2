import type { AuditSealRow } from '@furrow/storage/audit-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { RefusedError } from '../../ground/errors.ts'
import { beginning, type Link, thinned } from './seal.ts'

/** An entry noted outside of the service: `<number>:<hash>`, as the check prints it, or one of the two. */
export type Noted = { readonly number: number | null; readonly hash: string | null }

/** @throws RefusedError */
export function readNoted(text: string): Noted {
  const [, number, hash] = /^(?:(\d{1,15})(?::(?=.)|$))?([0-9a-f]{64})?$/i.exec(text) ?? []
  if (number === undefined && hash === undefined)
    throw new RefusedError(`"${text}" is no entry: name it as <number>:<hash>, or by one of the two.`)
  return { number: number === undefined ? null : Number(number), hash: hash?.toLowerCase() ?? null }
}

export function showNoted({ number, hash }: Pick<Link, 'number' | 'hash'>): string {
  return `${number}:${hash}`
}

/**
 * Compares the log with an entry noted outside, and gives the difference; null where there is none. It finds forgeries
 * that a chain alone cannot show: a cut end, or a chain made anew.
 * @throws RefusedError where the entry was thinned out since, as old sign-ins are, and cannot be compared.
 */
export async function findForgery(db: Db, noted: Noted): Promise<string | null> {
  const seal = await findEntry(db, noted)
  if (seal === undefined) {
    const name = noted.number === null ? `with the hash ${noted.hash}` : String(noted.number)
    const last = (await readLast(db))?.number ?? 0
    return noted.number === null || noted.number > last
      ? `the log ends at entry ${last}, and has none ${name}: its end was cut off, or it was made anew`
      : `entry ${name} is missing`
  }
  if (noted.hash === null || seal.hash === noted.hash) return null
  if (seal.source === thinned && seal.number !== noted.number)
    throw new RefusedError(
      `Entry ${noted.number} was among those that are old and went since; compare with a newer one.`,
    )
  return `entry ${seal.number} has another hash than was noted: the log was made anew`
}

/** The trusted entry to start a check from, itself unchecked. @throws RefusedError where there is none. */
export async function findStart(db: Db, noted: Noted): Promise<Link> {
  if (noted.number === 0) return beginning
  const seal = await findEntry(db, noted)
  if (seal === undefined || (noted.hash !== null && seal.hash !== noted.hash))
    throw new RefusedError('There is no such entry to begin from; check all of it, without --from.')
  return seal
}

/** A thinned entry is found, by its number, as the stretch that holds it now. */
function findEntry(db: Db, { number, hash }: Noted): Promise<AuditSealRow | undefined> {
  const seals = db.selectFrom('audit_seals').selectAll()
  return (
    number === null
      ? seals.where('hash', '=', hash ?? '')
      : seals.where('number', '>=', number).where('first', '<=', number).orderBy('number').limit(1)
  ).executeTakeFirst()
}

function readLast(db: Db) {
  return db.selectFrom('audit_seals').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst()
}
