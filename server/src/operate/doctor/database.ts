import type { Db } from '@furrow/storage/db.ts'
import { isRefusedByPooler } from '@furrow/storage/outage.ts'
import { mending, type OddLimit, readOddLimits, sharesSessions, sharing } from '@furrow/storage/pooler.ts'
import { readSchemaName } from '@furrow/storage/schema-name.ts'
import { readSchemaState } from '@furrow/storage/shape.ts'
import { canWrite, readSafety } from '@furrow/storage/tend.ts'
import { isOpenedBy, readCanary } from '../../people/mail/canary.ts'
import { type Check, fine, type Patient, type Seen, warning, wrong } from './check.ts'

export const database: Check = {
  about: 'Database',
  async look(patient) {
    const { db, secrets } = patient
    if (db === null) return [fine('There is none yet; the first start makes it.')]
    const schema = await readSchemaName(db).catch((error: Error) => error)
    if (schema instanceof Error)
      return [
        wrong(
          `It cannot be read: ${schema.message}`,
          isRefusedByPooler(schema)
            ? 'The pooler of DATABASE_URL does not take that parameter: take it out of the URL, or name it in the ignore_startup_parameters of PgBouncer.'
            : 'See that the server of DATABASE_URL runs, and that its name, port, user, password and database are right.',
        ),
      ]
    if (schema === null) return [fine('It can be reached, and is empty; the first start makes its tables.')]
    const state = await readSchemaState(db)
    if (state === 'newer')
      return [
        wrong(
          `Its schema ${schema} is of a newer version than this one.`,
          'Install that version or a later one. To go back to this one, restore a backup from before.',
        ),
      ]
    const seen: Seen[] = [
      state === 'older'
        ? warning(
            `Its schema ${schema} is of an older version.`,
            'Make a backup; the next start brings it forward.',
          )
        : fine(
            state === 'later'
              ? `It can be reached; a later version added to its schema (${schema}), which this one can use.`
              : `It can be reached, and has the schema of this version (${schema}).`,
          ),
    ]
    seen.push(...(await lookAtPooler({ ...patient, db })))
    const refusal = await canWrite(db)
    if (refusal !== null)
      seen.push(
        wrong(
          `It cannot be written to: ${refusal}`,
          'See whether it is a replica, its disk is full, or the files are read-only for this user.',
        ),
      )
    for (const risk of await readSafety(db))
      seen.push(warning(risk, 'Set it back, unless you can lose payments.'))
    const canary = await readCanary(db)
    if (canary !== null && secrets !== null && !isOpenedBy(secrets, canary))
      seen.push(
        wrong(
          'JWT_SECRET is not the one that this database was used with: its mail cannot be read.',
          'Restore the secret, or set the old one as JWT_SECRET_PREVIOUS.',
        ),
      )
    if (canary !== null && secrets === null)
      seen.push(wrong('The database was used with a secret that is not here.', 'Set JWT_SECRET to it.'))
    return seen
  },
}

async function lookAtPooler({ db, config }: Patient & { db: Db }): Promise<Seen[]> {
  const pooled = config.postgres?.pooled ?? false
  if (!pooled && (await sharesSessions(db))) return [wrong(sharing, mending)]
  const { lost, unset } = await readOddLimits(db, { pooled, timeoutMs: config.databaseTimeoutMs })
  const seen: Seen[] = []
  if (lost.length > 0)
    seen.push(
      wrong(
        `What stands between the service and PostgreSQL loses the limits that the service sets: ${lost.map(describe).join(', ')}.`,
        `A pooler must keep ${pooled ? 'a session for a whole transaction (pool_mode = transaction)' : 'a session for each connection (pool_mode = session), or DATABASE_POOLER must be transaction'}.`,
      ),
    )
  if (unset.length > 0)
    seen.push(
      warning(
        `Behind the pooler, PostgreSQL itself limits statements outside of a transaction, and not as DATABASE_TIMEOUT wants: ${unset.map(describe).join(', ')}.`,
        `As the user of DATABASE_URL: ${unset.map(({ name, wanted }) => `alter role current_user set ${name} = '${wanted}ms'`).join('; ')}.`,
      ),
    )
  return seen
}

function describe({ name, is, wanted }: OddLimit): string {
  return `${is === 0 ? `no ${name}` : `${name} is ${is} ms`} (wanted: ${wanted} ms)`
}
