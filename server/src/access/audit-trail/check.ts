import type { AuditSealRow } from '@furrow/storage/audit-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { type RawBuilder, sql } from 'kysely'
import { createErasures } from './erased.ts'
import { isLate, type Late, readLate } from './late.ts'
import { beginning, digestOf, hashOf, type Link, thinned } from './seal.ts'
import { readContents, type Source, sources } from './sources.ts'

export type Break = { readonly number: number | null; readonly says: string }

export type Checked = {
  readonly entries: number
  readonly head: Pick<Link, 'number' | 'hash'> | null
  readonly waiting: number
  readonly waitingSince: number | null
  /** Entries sealed after their kind became a sealed one, and events still waiting for that. */
  readonly late: number
  readonly waitingLate: number
  readonly broken: number
  readonly first: readonly Break[]
}

const atOnce = 500
const tellEvery = 50_000
const shown = 5

type Found = { count: number; readonly first: Break[]; add(number: number | null, says: string): void }

/** Checks the links after a trusted entry, or all, with their rows, and looks for missing rows. Expects a snapshot. */
export async function checkAuditLog(
  db: Db,
  from: Link = beginning,
  say: (sentence: string) => void = () => {},
): Promise<Checked> {
  const found: Found = {
    count: 0,
    first: [],
    add(number, says) {
      this.count++
      if (this.first.length < shown) this.first.push({ number, says })
    },
  }
  let [link, entries, lastThinned] = [from, 0, 0]
  const isErased = createErasures(db)
  for (;;) {
    const seals = await readSeals(db, link.number)
    const contentOf = await readContents(db, seals)
    for (const seal of seals) {
      checkLink(link, seal, found)
      if (seal.source === thinned) lastThinned = seal.number
      else await checkContent(seal, contentOf(seal), isErased, found)
      link = seal
    }
    if (Math.floor(entries / tellEvery) < Math.floor((entries + seals.length) / tellEvery))
      say(`${entries + seals.length} entries so far`)
    entries += seals.length
    if (seals.length < atOnce) break
  }
  if (lastThinned > (await readThinned(db)))
    found.add(lastThinned, `entries were taken away up to ${lastThinned}, which nothing in the log allowed`)
  say('looking for what is not in it')
  const late = await readLate(db)
  for (const [name, source] of Object.entries(sources)) await findUnsealed(db, name, source, late, found)
  const { count: waiting, since } = await readWaiting(db)
  return {
    entries,
    head: link.number === 0 ? null : { number: link.number, hash: link.hash },
    waiting,
    waitingSince: since,
    late: await countLate(db, from.number),
    waitingLate: await countWaitingLate(db, late),
    broken: found.count,
    first: found.first,
  }
}

function readSeals(db: Db, after: number): Promise<AuditSealRow[]> {
  return db
    .selectFrom('audit_seals')
    .selectAll()
    .where('number', '>', after)
    .orderBy('number')
    .limit(atOnce)
    .execute()
}

function checkLink(before: Link, seal: AuditSealRow, found: Found): void {
  const { number, first, source, kept } = seal
  const next = before.number + 1
  if (first !== next) {
    const gone = first - 1 > next ? `entries ${next} to ${first - 1} are` : `entry ${next} is`
    found.add(next, `${gone} missing`)
    // Without the missing entries, this one's hash cannot be checked.
    return
  }
  if (source === thinned) {
    if (kept !== before.kept)
      found.add(number, `entries ${first} to ${number} were taken away, and some of them are kept for ever`)
    return
  }
  if (seal.hash !== hashOf(before.hash, seal) || kept !== before.kept + (source === 'access' ? 0 : 1))
    found.add(number, `entry ${number} is not as it was sealed, or what comes before it is not`)
}

async function checkContent(
  seal: AuditSealRow,
  content: readonly unknown[] | undefined,
  isErased: ReturnType<typeof createErasures>,
  found: Found,
): Promise<void> {
  const { number, source, key } = seal
  const what = `${sources[source]?.says ?? 'something of an unknown kind'} ${key}`
  if (content === undefined) found.add(number, `${what} is not there any more`)
  else if (digestOf(content) !== seal.digest && !(await isErased(seal, digestOf(content))))
    found.add(number, `${what} was altered after it was sealed`)
}

async function readThinned(db: Db): Promise<number> {
  const notes = await db.selectFrom('audit_notes').select('details').where('kind', '=', 'thinned').execute()
  return notes.reduce((most, { details }) => Math.max(most, JSON.parse(details).through), 0)
}

async function findUnsealed(
  db: Db,
  name: string,
  { says, rows, key }: Source,
  late: Late,
  found: Found,
): Promise<void> {
  const [from, named] = [sql.raw(rows), sql.raw(key)]
  const own = sql.lit(name)
  const unsealed: RawBuilder<{ key: string; count: number }> = sql`
    select ${named} as key, count(*) over () as count from ${from}
    and not ${name === 'event' ? isLate(late) : sql`1 = 0`}
    and not exists (select 1 from audit_seals s where s.source = ${own} and s.key = ${named})
    and not exists (select 1 from audit_queue q where q.at = r.at and q.source = ${own} and q.key = ${named})
    order by 1 limit ${sql.lit(shown)}`
  const { rows: some } = await unsealed.execute(db)
  for (const row of some) found.add(null, `${says} ${row.key} is not in the log`)
  found.count += Math.max(0, Number(some[0]?.count ?? 0) - some.length)
}

async function readWaiting(db: Db): Promise<{ count: number; since: number | null }> {
  const { count, since } = await db
    .selectFrom('audit_queue')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<number | null>('at').as('since')])
    .executeTakeFirstOrThrow()
  return { count: Number(count), since: since === null ? null : Number(since) }
}

async function countLate(db: Db, after: number): Promise<number> {
  const notes = await db
    .selectFrom('audit_notes')
    .select('details')
    .where('kind', '=', 'sealed-late')
    .execute()
  return notes.reduce((sum, { details }) => {
    const { from, to } = JSON.parse(details) as { from: number; to: number }
    return sum + Math.max(0, to - Math.max(from - 1, after))
  }, 0)
}

async function countWaitingLate(db: Db, late: Late): Promise<number> {
  if (late.kinds.length === 0) return 0
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from quest_events r where ${isLate(late)}
    and not exists (select 1 from audit_seals s where s.source = 'event' and s.key = r.quest_id || ' ' || r.number)`.execute(
    db,
  )
  return Number(rows[0]?.count)
}
