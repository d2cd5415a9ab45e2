import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Address } from '../address.ts'
import { fileStoreOf } from '../clients/file-store/file-store.ts'
import { instant } from '../clock.ts'
import { communityName } from '../config/community.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { FileRow } from '../db/file-tables.ts'
import { streamRows } from '../db/stream-rows.ts'
import { nameOf } from '../files/show.ts'
import { toLine } from './csv.ts'
import { type Part, parts } from './parts.ts'
import { inPieces, readAside } from './read-all.ts'
import { type Spooled, spool } from './spool.ts'
import { always, statementLines } from './statement.ts'

/** So many rows at once: some have a long text. */
const rowsAtOnce = 50

/** Everything that is somebody's, as a zip of JSON and CSV, with his files; all of it as it is at one moment. */
export function writeExport(context: Context, address: Address): Promise<Spooled> {
  return spool(context, to => readAside(context, snapshot => writeZip(context, snapshot, address, to)))
}

async function writeZip(context: Context, snapshot: Db, address: Address, to: Writable): Promise<void> {
  const zip = new ZipFile()
  // One text after the other: on SQLite, two readings of a snapshot must not overlap. So each is added when the one before ended.
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  const written = pipeline(out, to)
  const add = (name: string, content: Readable, compress = true) =>
    Promise.race([addEntry(zip, name, content, compress, context.clock.now()), written])
  try {
    await add('README.txt', Readable.from([readme(context, address)]))
    await add('payments.csv', Readable.from(inPieces(statementLines(snapshot, address, always))))
    for (const part of parts) {
      await add(`${part.name}.json`, Readable.from(inPieces(jsonOf(context, snapshot, address, part))))
      if (part.table)
        await add(`${part.name}.csv`, Readable.from(inPieces(csvOf(context, snapshot, address, part))))
    }
    for (const row of await readFiles(snapshot, address)) {
      const bytes = await fileStoreOf(context.config).open(row.hash)
      // Compressed already, all but texts, which are small.
      if (bytes !== null) await add(`files/${nameOf(row)}`, bytes, false)
    }
    zip.end()
  } catch (error) {
    out.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
  await written
}

function addEntry(
  zip: ZipFile,
  name: string,
  content: Readable,
  compress: boolean,
  at: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // Through a stream of our own, which tells when it was read to its end.
    const through = new PassThrough()
    zip.addReadStream(through, name, { mtime: new Date(at), mode: 0o100600, compress })
    pipeline(content, through).then(resolve, error => {
      zip.emit('error', error)
      reject(error)
    })
  })
}

async function* jsonOf(
  context: Context,
  snapshot: Db,
  address: Address,
  part: Part,
): AsyncGenerator<readonly string[]> {
  let before = '['
  for await (const rows of rowsOf(snapshot, address, part))
    yield rows.map(row => {
      const text = `${before}\n${JSON.stringify(part.show(context, row))}`
      before = ','
      return text
    })
  yield [before === '[' ? '[]\n' : '\n]\n']
}

async function* csvOf(
  context: Context,
  snapshot: Db,
  address: Address,
  part: Part,
): AsyncGenerator<readonly string[]> {
  let hasHead = false
  for await (const rows of rowsOf(snapshot, address, part)) {
    const lines = rows.map(row => {
      const shown = part.show(context, row)
      const names = Object.keys(shown)
      const line = toLine(names.map(name => toValue(shown[name])))
      if (hasHead) return line
      hasHead = true
      return `${toLine(names)}${line}`
    })
    yield lines
  }
}

function rowsOf(snapshot: Db, address: Address, part: Part) {
  return streamRows(snapshot, 'part', part.query(snapshot, address), rowsAtOnce)
}

function toValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

/** Some hundreds at most: so many as he may have. */
function readFiles(snapshot: Db, address: Address): Promise<FileRow[]> {
  return snapshot.selectFrom('files').selectAll().where('owner', '=', address).orderBy('id').execute()
}

function readme({ clock, config }: Context, address: Address): string {
  return `Everything that ${communityName(config)} has of ${address}, as of ${instant(clock.now())}.

Each list is a JSON file; those with a .csv beside them are the same as a table. mail.json has your letters,
opened. payments.csv is what you were paid, and what you put in, paid and got back, with exact amounts.
files/ has what you uploaded, and files.json says what each of them is.

This archive is not sealed: keep it as you would keep your letters.
`
}
