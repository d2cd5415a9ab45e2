import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

/**
 * Where tests run on PostgreSQL, a database of their own on that server: what runs before them left in the catalogs of
 * theirs would slow these down.
 */
export async function setup(_project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_DATABASE_URL: given } = process.env
  if (!given) return undefined
  const name = `furrow_test_${randomBytes(6).toString('hex')}`
  await ask(given, `create database ${name}`)
  const own = new URL(given)
  own.pathname = `/${name}`
  process.env.TEST_DATABASE_URL = own.href
  return () => ask(given, `drop database ${name} with (force)`)
}

async function ask(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}
