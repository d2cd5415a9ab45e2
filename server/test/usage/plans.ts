import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { engine } from '../harness.ts'
import type { Statement } from '../statements.ts'

/**
 * Small by nature: one row, one a migration, one a kind of event, one a leaver whose marks are kept, one a token, one a member, a moderator, a broadcast, some thousand a contract, the rows sealed
 * within the minute, the batches that are being spread; and the rows that a query brings itself.
 */
const small =
  /^(meta|kysely_migration(_lock)?|revisions|audit_queue|sealed_kinds|departure_marks|outbox_spreads|opened_quests|dao|dao_members|moderators|ledger_sums|broadcasts|proposals|escrow_blocks|escrow_contracts|escrow_operators|[kmrn]|newest|found|due|parked|own|known|ranked|everyones|CONSTANT|json_each)$/

/** Whether a query may read the whole table. */
export const isSmall = (table: string): boolean => small.test(table)

/** A count of the kept ENS answers, which are never many, once a minute. */
const seldom = /from "ens_answers" order by "expires_at" desc limit/

/** The different queries among these statements. */
export function queriesOf(statements: readonly Statement[]): Statement[] {
  const asked = new Map<string, Statement>()
  for (const statement of statements)
    if (/^\s*(select|update|delete|with|insert)\b/.test(statement.sql) && !seldom.test(statement.sql))
      if (!asked.has(statement.sql)) asked.set(statement.sql, statement)
  return [...asked.values()]
}

/** The large tables that the query reads from one end to the other. */
export async function scansOf(db: Db, statement: Statement): Promise<string[]> {
  return engine === 'sqlite' ? scansOnSqlite(db, statement) : scansOnPostgres(db, statement)
}

async function scansOnSqlite(db: Db, { sql: text }: Statement): Promise<string[]> {
  const plan = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db)
  return plan.rows.flatMap(({ detail }) => {
    const [, table = ''] = /^SCAN (?:main[.])?(\w+)/.exec(detail) ?? []
    const isValues = detail.endsWith('VALUES CLAUSE')
    // In the order of an index, up to a limit.
    const bounded = /USING (COVERING )?INDEX/.test(detail) && text.includes('limit')
    return table === '' || isSmall(table) || isValues || bounded ? [] : [`${detail}: ${text}`]
  })
}

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

async function scansOnPostgres(db: Db, statement: Statement): Promise<string[]> {
  const nodes = [...nodesOf(await planOf(db, statement)), ...nodesOf(await generalPlanOf(db, statement))]
  return nodes.flatMap(node => {
    const { 'Node Type': type, 'Relation Name': table } = node
    if (table === undefined || isSmall(table)) return []
    if (type === 'Seq Scan') return [`${type} on ${table}: ${statement.sql.slice(0, 1_000)}`]
    const read = readBy(node)
    return read > most ? [`${read} rows of ${table}: ${statement.sql.slice(0, 1_000)}`] : []
  })
}

/** As many rows as a page may have; and a person's own rows where they have many. */
const most = 1_000

function readBy(node: Plan): number {
  return ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0)
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/**
 * The plan as carried out, where the statement can run again without a trace. A scan that remains although the planner was
 * told to avoid scans is one that no index could save: its preferences depend on statistics, which are samples.
 */
async function planOf(db: Db, statement: Statement): Promise<Plan> {
  const isRead = /^\s*(select|update|delete)\b/.test(statement.sql)
  const how = isRead ? 'analyze, timing off,' : ''
  const trx = await db.startTransaction().execute()
  try {
    await sql`set local enable_seqscan = off`.execute(trx)
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (${sql.raw(how)} format json) ${withValues(statement)}`.execute(trx)
    return rows[0]?.['QUERY PLAN'][0].Plan as Plan
  } finally {
    await trx.rollback().execute()
  }
}

/** The plan of a named statement: made once, by guesses, for any later values. */
async function generalPlanOf(db: Db, statement: Statement): Promise<Plan> {
  const trx = await db.startTransaction().execute()
  try {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    // Keeps look-ups by key as they are: a smaller table would be read as a whole sooner.
    await sql`set local random_page_cost = 6`.execute(trx)
    await sql`prepare general as ${sql.raw(statement.sql)}`.execute(trx)
    const values = statement.parameters.map(value => sql.lit(value))
    const call = values.length === 0 ? sql`` : sql`(${sql.join(values)})`
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (format json) execute general${call}`.execute(trx)
    await sql`deallocate general`.execute(trx)
    return rows[0]?.['QUERY PLAN'][0].Plan as Plan
  } finally {
    await trx.rollback().execute()
  }
}

/** The query with its values in it: PostgreSQL plans for those. */
function withValues({ sql: text, parameters }: Statement) {
  const values = [...text.matchAll(/\$(\d+)/g)].map(([, index]) => parameters[Number(index) - 1] as string)
  return sql.join(
    text
      .split(/\$\d+/)
      .flatMap((part, index) =>
        index === 0 ? [sql.raw(part)] : [sql.lit(values[index - 1] ?? null), sql.raw(part)],
      ),
    sql.raw(''),
  )
}
