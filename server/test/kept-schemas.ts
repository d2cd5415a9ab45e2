import { askPostgres } from './ask-postgres.ts'
import type { WhenDone } from './harness.ts'
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
  await askPostgres(database, `select ${template}.renew('${schema}')`)
  return schema
}

/** Files run one after the other in each of a few workers, and so do the tests of a file. */
function nameFree(): string {
  for (let number = 1; ; number++) {
    const name = `kept_${process.env.VITEST_POOL_ID}_${number}`
    if (!taken.has(name)) return name
  }
}
