import { Client } from 'pg'

export type Database = AsyncDisposable & { readonly url: string }

/** An empty database of that name on the server, dropped on disposal. */
export async function createDatabase(server: string, name: string): Promise<Database> {
  await run(server, `drop database if exists ${name} with (force)`)
  await run(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => run(server, `drop database ${name} with (force)`),
  }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
