import { Client } from 'pg'
import type { WhenDone } from './harness.ts'
import { keepSessions, untilSessionsRest } from './kept-sessions.ts'
import { template } from './schema-template.ts'

const taken = new Set<string>()

/**
 * The name of a schema of PostgreSQL that nobody else has until it is done with. Tests use the same schemas in turn: making one
 * takes four times as long as starting the service on an existing one.
 */
export async function takeSchema(database: string, whenDone: WhenDone): Promise<string> {
  const schema = nameFree()
  taken.add(schema)
  whenDone(() => void taken.delete(schema))
  keepSessions(database)
  await untilSessionsRest()
  await (await connect(database)).query(`select ${template}.renew('${schema}')`)
  return schema
}

let connection: Promise<Client> | null = null

/** One for all tests of a worker: a new one reads all that the catalogs say of a schema again, which takes most of a renewal. */
function connect(connectionString: string): Promise<Client> {
  connection ??= open(connectionString)
  return connection
}

async function open(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString, application_name: 'kept-schemas' })
  const forget = () => {
    connection = null
  }
  // The server may end it: tests fail over, and the whole database goes at the end.
  client.on('error', forget).on('end', forget)
  await client.connect().catch(error => {
    forget()
    throw error
  })
  return client
}

/** Files run one after the other in each of a few workers, and so do the tests of a file. */
function nameFree(): string {
  for (let number = 1; ; number++) {
    const name = `kept_${process.env.VITEST_POOL_ID}_${number}`
    if (!taken.has(name)) return name
  }
}
