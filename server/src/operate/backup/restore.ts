import type { Database } from '@furrow/storage/database.ts'
import type { Db } from '@furrow/storage/db.ts'
import { analyze, clearTable, loadRows } from '@furrow/storage/load-rows.ts'
import { migrate } from '@furrow/storage/migrations/index.ts'
import { readSchemaName } from '@furrow/storage/schema-name.ts'
import { isKnownSchema, readShapes, type Shape } from '@furrow/storage/shape.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { dropSealed } from '../../access/audit-trail/sealing.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import { RefusedError } from '../../ground/errors.ts'
import { isOpenedBy, readCanary } from '../../people/mail/canary.ts'
import { noteRestored, noteRestoring, readRestoring } from './broken-off.ts'
import type { Say } from './dump.ts'
import { restoreFiles } from './files.ts'
import { type Header, readHeader, readParts } from './format.ts'
import type { Source } from './source.ts'

export type Checked = Header & {
  readonly rows: number
  readonly canary: string | null
  readonly files: ReadonlySet<string>
}

/** Reads a backup through, and writes nothing. @throws RefusedError if it is not whole, or of an unknown version. */
export async function checkBackup(source: Source): Promise<Checked> {
  const header = await readHeader(source)
  if (!isKnownSchema(header.schema))
    throw new RefusedError(`This backup is of a newer version (${header.schema}): restore it with that one.`)
  const namesOf = (columns: readonly string[]) => columns.toSorted().join()
  const shapes = await readShapes(header.schema)
  const known = new Map(shapes.map(({ name, columns }) => [name, namesOf(columns)]))
  let [rows, canary] = [0, null as string | null]
  const files = new Set<string>()
  for await (const part of readParts(source)) {
    if (known.get(part.table) !== namesOf(part.columns))
      throw new RefusedError(`${source.file} has a table ${part.table} that is not as in ${header.schema}.`)
    rows += part.rows.length
    if (part.table === 'files')
      for (const row of part.rows) files.add(String(row[part.columns.indexOf('hash')]))
    if (part.table === 'meta')
      canary ??= String(part.rows.find(([key]) => key === 'canary')?.[1] ?? '') || null
  }
  return { ...header, rows, canary, files }
}

/**
 * All or nothing into an empty database, then forward to this schema, with people's files. `settle` removes from rows
 * what they are to lose. Calling again continues a broken-off restore.
 * @throws RefusedError before it writes, if the backup is not whole, the database not empty, or no secret the mail's.
 */
export async function restoreBackup(
  database: Database,
  config: Config,
  secrets: Secrets,
  source: Source,
  say: Say = () => {},
  settle: () => Promise<void> = async () => {},
): Promise<Checked> {
  const { db } = database
  say(`reading ${source.file}`)
  const checked = await checkBackup(source)
  if (checked.canary !== null && !isOpenedBy(secrets, checked.canary))
    throw new RefusedError(
      'The secret is not the one that this backup was made with, so its mail could not be read. Set JWT_SECRET, or name the file of the secret with --secret. Nothing was written.',
    )
  if (!(await isBegun(db, checked))) {
    await migrate(database, config, checked.schema)
    const shapes = await readShapes(checked.schema)
    await transaction(db, async trx => {
      await fill(trx, shapes, source, say)
      await noteRestoring(trx, checked.at)
    })
  }
  await migrate(database, config)
  await analyze(db)
  // Before the files: people whom it removes may have had some.
  await settle()
  await restoreFiles(db, fileStoreOf(config), source, say)
  await noteRestored(db)
  return checked
}

/** Whether all its rows are there already. @throws RefusedError if a service has started here, or another backup is being restored. */
async function isBegun(db: Db, { schema, at }: Header): Promise<boolean> {
  const present = await readSchemaName(db)
  if (present === null) return false
  const restoring = await readRestoring(db)
  if (restoring === at) return true
  if (restoring !== null)
    throw new RefusedError(
      `This database holds a restore of the backup of ${restoring} that was broken off: go on with that one, or restore into an empty database. Nothing was written.`,
    )
  await requireUnused(db)
  if (present > schema)
    throw new RefusedError(
      'This database has the tables of a newer version than the backup. Restore into an empty one. Nothing was written.',
    )
  return false
}

async function requireUnused(db: Db): Promise<void> {
  if ((await readCanary(db)) !== null)
    throw new RefusedError(
      'This database is in use. A backup is restored into an empty one: another DATA_DIR, or another DATABASE_URL. Nothing was written.',
    )
}

/** Reads the file within the transaction: it can be read again if the transaction runs twice. */
async function fill(trx: Db, shapes: readonly Shape[], source: Source, say: Say): Promise<void> {
  await requireUnused(trx)
  for (const shape of shapes) await clearTable(trx, shape)
  const byName = new Map(shapes.map(shape => [shape.name, shape]))
  let [table, rows] = ['', 0]
  const tell = () => rows > 0 && say(`${table}: ${rows} rows`)
  for await (const part of readParts(source)) {
    if (part.table !== table) {
      tell()
      table = part.table
      rows = 0
      // Loading earlier tables filled this queue; the backup has only those entries that were not sealed yet.
      if (table === 'audit_queue') await clearTable(trx, byName.get(table) as Shape)
    }
    await loadRows(trx, part, part.rows)
    rows += part.rows.length
  }
  tell()
  if (byName.has('audit_queue')) await dropSealed(trx)
}
