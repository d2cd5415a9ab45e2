import { askPostgres } from './ask-postgres.ts'
import { hostOf, runPgbouncer } from './run-pgbouncer.ts'

/**
 * Puts PgBouncer, in transaction mode as `ops/` has it, between the tests and their database: `TEST_POOLER` is where it
 * listens.
 */
export async function setup(): Promise<() => Promise<void>> {
  const database = process.env.TEST_DATABASE_URL
  if (!database)
    throw new Error('TEST_DATABASE_URL is not set: there is no PostgreSQL to stand behind a pooler.')
  const { username, password, pathname } = new URL(database)
  const secret = decodeURIComponent(password).replaceAll("'", "''")
  const pooler = await runPgbouncer({
    furrow: `* = ${hostOf(database)} auth_user=${username}`,
    auth_type: 'auth_type = trust',
    // Each schema has a role (`pooled-schema.ts`), and all of them the password of the one that made them.
    auth_file: `auth_query = select rolname, '${secret}' from pg_roles where rolname = $1`,
  })
  process.env.TEST_POOLER = `127.0.0.1:${pooler.port}`
  await pooler.untilReady(`postgres://${username}@127.0.0.1:${pooler.port}${pathname}`)
  return async () => {
    await pooler.stop()
    await askPostgres(database, dropRoles)
  }
}

const dropRoles = `
do $$ declare one text; begin
  for one in select rolname from pg_roles where starts_with(rolname, current_database() || '_') loop
    execute format('reassign owned by %I to current_user', one);
    execute format('drop owned by %I', one);
    execute format('drop role %I', one);
  end loop;
end $$`
