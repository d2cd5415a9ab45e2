import { createHash } from 'node:crypto'
import { createGunzip } from 'node:zlib'
import { RefusedError } from '../../ground/errors.ts'
import type { Source } from './source.ts'

/**
 * Lines of JSON, gzip and perhaps age, the same from both engines: a header; per table a line with its columns, and its
 * rows as lists in key order; a trailer with the counts and the SHA-256 of every line before it.
 */
export type Header = {
  readonly furrow: 'backup'
  readonly format: 1
  readonly schema: string
  readonly engine: string
  readonly at: string
  /** Place of people's files: a backup has none of those in a bucket. Older backups do not say it. */
  readonly filesKept?: 'beside' | 'bucket'
}
export type TableLine = { readonly table: string; readonly columns: readonly string[] }
export type Trailer = { readonly rows: Readonly<Record<string, number>>; readonly sha256: string }

export type Part = TableLine & { readonly rows: readonly (readonly unknown[])[] }

const rowsAtOnce = 500
const bytesAtOnce = 1_048_576

export async function readHeader(source: Source): Promise<Header> {
  for await (const line of linesOf(source)) return toHeader(parse(source.file, line))
  throw new RefusedError(`${source.file} is empty.`)
}

/** A changed or cut backup throws at the end at the latest: writers of rows read it before. @throws RefusedError */
export async function* readParts(source: Source): AsyncGenerator<Part> {
  const { file } = source
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  let [isFirst, table, trailer] = [true, null as TableLine | null, null as Trailer | null]
  let [rows, bytes] = [[] as unknown[][], 0]
  for await (const line of linesOf(source)) {
    const value = parse(file, line)
    if (trailer !== null) throw broken(file, 'something comes after its end')
    if (isTrailer(value)) {
      trailer = value
      continue
    }
    hash.update(line).update('\n')
    if (isFirst) toHeader(value)
    else if (Array.isArray(value)) {
      if (table === null || value.length !== table.columns.length)
        throw broken(file, 'a row is not as its table')
      rows.push(value)
      bytes += line.length
      counts[table.table] = (counts[table.table] ?? 0) + 1
    }
    isFirst = false
    const next = isTableLine(value) ? value : null
    if (table !== null && rows.length > 0 && (next || rows.length >= rowsAtOnce || bytes >= bytesAtOnce)) {
      yield { ...table, rows }
      rows = []
      bytes = 0
    }
    if (next === null) continue
    table = next
    counts[next.table] = 0
  }
  if (table !== null && rows.length > 0) yield { ...table, rows }
  if (trailer === null) throw broken(file, 'its end is missing')
  if (trailer.sha256 !== hash.digest('hex')) throw broken(file, 'its checksum is another')
  if (JSON.stringify(trailer.rows) !== JSON.stringify(counts))
    throw broken(file, 'it has other rows than it says')
}

function toHeader(value: unknown): Header {
  const { furrow, format, schema } = (value ?? {}) as Partial<Header>
  if (furrow !== 'backup' || typeof schema !== 'string')
    throw new RefusedError('This is no backup of Furrow.')
  if (format !== 1)
    throw new RefusedError(`This backup has the format ${format}: a newer version can read it.`)
  return value as Header
}

function isTableLine(value: unknown): value is TableLine {
  return typeof value === 'object' && value !== null && 'table' in value && 'columns' in value
}

function isTrailer(value: unknown): value is Trailer {
  return typeof value === 'object' && value !== null && 'rows' in value && 'sha256' in value
}

function parse(file: string, line: Buffer): unknown {
  try {
    return JSON.parse(line.toString())
  } catch {
    throw broken(file, 'a line of it is not JSON')
  }
}

function broken(file: string, why: string): RefusedError {
  return new RefusedError(`${file} is not whole: ${why}.`)
}

const newline = 0x0a

/** Splits at \n only, which JSON escapes; people's texts may hold other line ends. */
async function* linesOf({ file, read }: Source): AsyncGenerator<Buffer> {
  const packed = read()
  const text = createGunzip()
  packed.on('error', error => text.destroy(error))
  let rest: Buffer[] = []
  try {
    for await (const chunk of packed.pipe(text) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)])
        rest = []
        from = at + 1
      }
      if (from < chunk.length) rest.push(chunk.subarray(from))
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new RefusedError(`There is no file ${file}.`)
    if (/^Z_/.test(code)) throw broken(file, 'it cannot be unpacked')
    throw error
  } finally {
    packed.destroy()
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}
