import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '@furrow/storage/db.ts'
import type { FileRow } from '@furrow/storage/file-tables.ts'
import { streamRows } from '@furrow/storage/stream-rows.ts'
import { ZipFile } from 'yazl'
import type { Address } from '../../ground/address.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { instant } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { toLine } from '../../ground/csv.ts'
import { nameOf } from '../../people/files/show.ts'
import { type Part, parts } from './parts.ts'
import { questsOf } from './quests-of.ts'
import { inPieces, readAside } from './read-all.ts'
import { spool } from './spool.ts'
import { always, statementLines } from './statement.ts'

/** Few at once: some rows have a long text. */
const rowsAtOnce = 20
/** Compressing less would cost more than it saves. */
const leastCompressed = 2_048

/** Writes everything of a person as a zip of JSON and CSV, with their files, all as of one moment. @throws UnavailableError */
export function writeExport(
  context: Context,
  ip: string,
  address: Address,
  atEnd: () => Promise<void>,
): Promise<Readable> {
  return spool(context, {
    ip,
    atEnd,
    write: to => readAside(context, snapshot => writeZip(context, snapshot, address, to)),
  })
}

async function writeZip(context: Context, snapshot: Db, address: Address, to: Writable): Promise<void> {
  const zip = new ZipFile()
  // SQLite's readings of a snapshot must not overlap: each text is added once the one before ended.
  const out = zip.outputStream as Readable
  zip.on('error', (error: Error) => out.destroy(error))
  const written = pipeline(out, to)
  const stopped = new AbortController()
  const options = { mtime: new Date(context.clock.now()), mode: 0o100600, signal: stopped.signal }
  const add = (name: string, texts: AsyncIterable<readonly string[]>) =>
    Promise.race([addTexts(zip, name, texts, options), written])
  try {
    zip.addBuffer(Buffer.from(readme(context, address)), 'README.txt', options)
    await add('payments.csv', statementLines(context, snapshot, address, always))
    for (const part of parts) {
      await add(`${part.name}.json`, jsonOf(context, snapshot, address, part))
      if (part.table) await add(`${part.name}.csv`, csvOf(context, snapshot, address, part))
    }
    for (const row of await readFiles(snapshot, address)) {
      const bytes = await fileStoreOf(context.config).open(row.hash)
      // All but texts, which are small, are compressed already.
      if (bytes !== null)
        await Promise.race([
          addStream(zip, `files/${nameOf(row)}`, bytes, { ...options, compress: false }),
          written,
        ])
    }
    zip.end()
  } catch (error) {
    stopped.abort()
    out.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
  await written
}

type Options = {
  readonly mtime: Date
  readonly mode: number
  readonly compress?: boolean
  readonly signal: AbortSignal
}

async function addTexts(
  zip: ZipFile,
  name: string,
  texts: AsyncIterable<readonly string[]>,
  options: Options,
): Promise<void> {
  const pieces = inPieces(texts)
  const first = await pieces.next()
  const second = first.done ? first : await pieces.next()
  if (second.done) {
    const bytes = Buffer.from(first.value ?? '')
    zip.addBuffer(bytes, name, { ...options, compress: bytes.length >= leastCompressed })
    return
  }
  async function* all() {
    yield first.value as string
    yield second.value as string
    yield* pieces
  }
  await addStream(zip, name, Readable.from(all()), options)
}

function addStream(zip: ZipFile, name: string, content: Readable, options: Options): Promise<void> {
  return new Promise((resolve, reject) => {
    // A stream of our own, which tells when it was read to its end.
    const through = new PassThrough()
    zip.addReadStream(through, name, options)
    pipeline(content, through, options).then(resolve, error => {
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

async function* rowsOf(snapshot: Db, address: Address, part: Part) {
  if (!part.byQuest) {
    yield* streamRows(snapshot, 'part', part.query(snapshot, address, []), rowsAtOnce)
    return
  }
  for await (const quests of questsOf(snapshot, address))
    yield await part.query(snapshot, address, quests).execute()
}

function toValue(value: unknown): string | number | boolean | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

function readFiles(snapshot: Db, address: Address): Promise<FileRow[]> {
  return snapshot.selectFrom('files').selectAll().where('owner', '=', address).orderBy('id').execute()
}

function readme({ clock, config }: Context, address: Address): string {
  return `Everything that ${communityName(config)} has of ${address}, as of ${instant(clock.now())}.

Each list is a JSON file; those with a .csv beside them are the same as a table. mail.json has your letters,
opened. payments.csv is what you promised, what was booked for you and by you, and what was paid as a chain shows, with exact amounts.
files/ has what you uploaded, and files.json says what each of them is.

This archive is not sealed: keep it as you would keep your letters.
`
}
