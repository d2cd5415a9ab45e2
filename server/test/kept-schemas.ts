import { onTestFinished } from 'vitest'
import { askPostgres } from './ask-postgres.ts'
import { template } from './schema-template.ts'

const taken = new Set<string>()

/**
 * The name of a schema of PostgreSQL that nobody else has until the test ends. Tests have the same ones in turn: to make one
 * takes four times as long as to start the service on one that is there.
 */
export async function takeSchema(database: string): Promise<string> {
  const schema = nameFree()
  taken.add(schema)
  onTestFinished(() => void taken.delete(schema))
  await askPostgres(database, `select ${template}.renew('${schema}')`)
  return schema
}

/** Files run one after the other in each of a few workers, and each test of theirs for itself. */
function nameFree(): string {
  for (let number = 1; ; number++) {
    const name = `kept_${process.env.VITEST_POOL_ID}_${number}`
    if (!taken.has(name)) return name
  }
}
