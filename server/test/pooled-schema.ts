import { askPostgres } from './ask-postgres.ts'

/** Where PgBouncer listens, in a run of `npm run test:pooler`. */
export const poolerHost = process.env.TEST_POOLER || null

/** The role whose sessions have this schema. Roles are the whole server's, and the name of a run's database is its own. */
function roleOf(database: string, schema: string): string {
  return `${new URL(database).pathname.slice(1)}_${schema}`
}

/**
 * Settings of a service in this schema, through the pooler. Transaction mode keeps no `search_path` of a session, so the role
 * has it.
 */
export async function inPooledSchema(
  database: string,
  host: string,
  schema: string,
): Promise<Record<string, string>> {
  const { password } = new URL(database)
  const role = roleOf(database, schema)
  const secret = decodeURIComponent(password).replaceAll("'", "''")
  await askPostgres(
    database,
    `do $$ begin
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} superuser login password '${secret}';
        alter role ${role} set search_path = ${schema};
        alter role ${role} set synchronous_commit = off;
      end if;
    end $$`,
  )
  const url = new URL(database)
  url.host = host
  url.username = role
  return { DATABASE_URL: url.href, DATABASE_POOLER: 'transaction' }
}

/** Ends the sessions that the pooler keeps for a schema that nobody uses any more: the server has room for a hundred. */
export async function endPooledSessions(database: string, schema: string): Promise<void> {
  await askPostgres(
    database,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${roleOf(database, schema)}'`,
  )
}
