import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { isOutage } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import type { Escrow } from '../../ground/clients/escrow.ts'
import type { FileStore } from '../../ground/clients/file-store/store.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import { bookLaws } from './books.ts'
import { compareWithChain } from './chain.ts'
import { counterLaws } from './counters.ts'
import { auditFiles } from './files.ts'
import type { Found, Kind, Law, Violation } from './law.ts'
import { auditMail } from './mail.ts'
import { referenceLaws } from './references.ts'
import { reviewLaws } from './review-laws.ts'
import { scoreLaws } from './scores.ts'

const laws: readonly Law[] = [...referenceLaws, ...bookLaws, ...reviewLaws, ...scoreLaws, ...counterLaws]

const shown = 5

/** Contradictions among the rows of a snapshot, or of a database that nobody writes to. */
export async function findViolations(
  db: Db,
  asked: readonly Law[] = laws,
  say: (sentence: string) => void = () => {},
): Promise<Violation[]> {
  if (engineOf(db) === 'postgres') {
    if (!db.isTransaction) return db.transaction().execute(trx => findViolations(trx, asked, say))
    // With old statistics, PostgreSQL would look up each row of whole tables: minutes instead of a second.
    await sql`set local enable_nestloop to off`.execute(db)
  }
  const violations: Violation[] = []
  let kind: Kind | null = null
  for (const law of asked) {
    if (law.kind !== kind) say(`checking ${law.kind}`)
    kind = law.kind
    const { rows } = await sql<Found & { count: number }>`
      select f.*, count(*) over () as count from (${law.find(db)}) as f order by 1 limit ${sql.lit(shown)}`.execute(
      db,
    )
    if (rows[0] === undefined) continue
    const first = rows.map(({ count: _, ...found }) => found)
    violations.push({ kind: law.kind, says: law.says, count: Number(rows[0].count), first })
  }
  return violations
}

/** Also checks that the mail can be read, the files are whole, and the contract agrees with the database. */
export async function audit(
  db: Db,
  secrets: Secrets,
  store: FileStore,
  escrows: readonly Escrow[],
  say: (sentence: string) => void,
): Promise<Violation[]> {
  const violations = await findViolations(db, laws, say)
  say('checking mail')
  violations.push(...(await auditMail(db, secrets)))
  say('checking files')
  violations.push(...(await auditFiles(db, store)))
  if (escrows.length === 0) return violations
  say('checking chain')
  const found = await Promise.all(
    escrows.map(escrow => compareWithChain(db, escrow).catch(error => toViolation(escrow, error))),
  )
  return [...violations, ...found.flat()]
}

/** Words about an RPC may hold its address, and that may hold a key. */
function toViolation({ chainId }: Escrow, error: unknown): Violation[] {
  if (isOutage(error)) throw error
  return [{ kind: 'chain', says: `chain ${chainId} could not be asked`, count: 1, first: [] }]
}

export function describe({ says, count, first }: Violation): string[] {
  const cases = first.map(({ what, expected, found }) =>
    expected === undefined || expected === null
      ? `  ${what}`
      : `  ${what}: expected ${expected}, found ${found}`,
  )
  return [`${count} times ${says}:`, ...cases, ...(count > first.length ? ['  ...'] : [])]
}
