import { randomBytes } from 'node:crypto'
import { askPostgres } from './ask-postgres.ts'
import { createTemplate } from './schema-template.ts'
import { createSqliteTemplate } from './sqlite-template.ts'

/**
 * Creates the source that each test's database is copied from. On PostgreSQL it is a database of its own: earlier runs leave
 * traces in the catalogs that would slow these tests down.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: given } = process.env
  if (!given) return createSqliteTemplate()
  const name = `furrow_test_${randomBytes(6).toString('hex')}`
  await askPostgres(given, `create database ${name}`)
  const own = new URL(given)
  own.pathname = `/${name}`
  await createTemplate(own.href)
  process.env.TEST_DATABASE_URL = own.href
  return () => askPostgres(given, `drop database ${name} with (force)`)
}
