import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Engine, engineOf } from '../../engine.ts'
import type { Tables } from '../../tables.ts'
import { transaction } from '../../transaction.ts'
import { community } from './community.ts'
import { money } from './money.ts'
import { people } from './people.ts'
import { triggers as postgresTriggers } from './postgres-triggers.ts'
import { quests } from './quests.ts'
import { service } from './service.ts'
import { triggers as sqliteTriggers } from './sqlite-triggers.ts'
import { work } from './work.ts'

const tables = [...quests, ...work, ...money, ...people, ...community, ...service]

const only: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    "create index quest_texts_to_fold on quest_texts (quest_id) where folded = 0 and words glob '*[^ -~]*'",
    ...sqliteTriggers,
  ],
  postgres: [
    "create index quest_texts_to_fold on quest_texts (quest_id) where folded = 0 and words ~ '[^ -~]'",
    'alter table revisions set (fillfactor = 20)',
    // Two columns have the database's own order: 148-co-authors gave them none.
    'alter table co_authors alter name type text collate "default", alter login type text collate "default"',
    ...postgresTriggers,
  ],
}

/** Bytes decide the order of texts on both engines; SQLite keeps the words of a day in the index alone. */
const forPostgres = (statement: string) =>
  statement.startsWith('create table')
    ? statement.replace(/ text(?=[ ,\n])/g, ' text collate "C"').replace(' without rowid', '')
    : statement

/** Rows that the service counts on from its first start. */
const seeds = [
  `insert into revisions (id, quests, leaderboard, community_dao)
    with recursive shards (id) as (select 1 union all select id + 1 from shards where id < 32) select id, 0, 0, 0 from shards`,
  "insert into dao (id, creator_name, treasury_balance, treasury_token) values (1, '', '0', 'ETH')",
  "insert into meta (key, value) values ('audit-sealer', '')",
  `insert into sealed_kinds (kind) values ('funded'), ('misfunded'), ('submitted'), ('merged'), ('proposed'), ('disputed'),
    ('payment-asked'), ('released'), ('refunded'), ('closed'), ('closing'), ('places-returned'), ('returned'),
    ('payment-shown'), ('payment-settled'), ('payment-reorganised'), ('payment-refused'), ('proposed-again'),
    ('notice-given'), ('merge-doubted'), ('edited'), ('place-cancelled')`,
]

/** As Kysely's migrator makes them, which goes on from here. */
const migratorTables = [
  'create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  `create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)`,
  "insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)",
]

/**
 * Makes the tables of a new database at once, which the given migrations would make one after another, and notes these as
 * run. A database that has any table of the migrator is left as it is. Of two first starts on PostgreSQL one may fail, since
 * both make the same table.
 */
export async function createWhole(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const engine = engineOf(db)
  await transaction(db, async trx => {
    if (await hasMigrator(trx)) return
    const now = new Date().toISOString()
    // Tells this community's signatures from another's.
    const salt = `0x${randomBytes(32).toString('hex')}`
    const statements = [
      ...migratorTables,
      ...(engine === 'postgres' ? tables.map(forPostgres) : tables),
      ...only[engine],
      ...seeds,
      `insert into meta (key, value) values ('signing-salt', '${salt}')`,
      `insert into kysely_migration (name, timestamp) values ${names.map(name => `('${name}', '${now}')`).join(', ')}`,
    ]
    await Promise.all(statements.map(statement => sql.raw(statement).execute(trx)))
  })
}

async function hasMigrator(db: Kysely<Tables>): Promise<boolean> {
  const { rows } =
    engineOf(db) === 'sqlite'
      ? await sql`select 1 from sqlite_schema where name = 'kysely_migration'`.execute(db)
      : await sql`select 1 from pg_class where relname = 'kysely_migration'
          and relnamespace = current_schema()::regnamespace`.execute(db)
  return rows.length > 0
}
