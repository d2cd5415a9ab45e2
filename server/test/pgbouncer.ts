import { onTestFinished } from 'vitest'
import { askPostgres } from './ask-postgres.ts'
import { hostOf, runPgbouncer } from './run-pgbouncer.ts'

/**
 * A PgBouncer as `ops/` has it, but for its addresses and its users, in front of a database of its own on that server, which is gone when the test ends. Gives
 * the URL through it.
 */
export async function startPgbouncer(postgres: string, mode: 'session' | 'transaction'): Promise<string> {
  const name = `pooled_${crypto.randomUUID().replaceAll('-', '')}`
  await askPostgres(postgres, `create database ${name}`)
  onTestFinished(() => askPostgres(postgres, `drop database ${name} with (force)`))
  const { username, password } = new URL(postgres)
  const login = `user=${username}${password && ` password=${decodeURIComponent(password)}`}`
  const pooler = await runPgbouncer({
    furrow: `${name} = ${hostOf(postgres)} ${login}`,
    auth_type: 'auth_type = any',
    auth_file: '',
    pool_mode: `pool_mode = ${mode}`,
  })
  onTestFinished(pooler.stop)
  const url = `postgres://${username}@127.0.0.1:${pooler.port}/${name}`
  await pooler.untilReady(url)
  return url
}
