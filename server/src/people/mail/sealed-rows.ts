import type { Db } from '@furrow/storage/db.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { type RawBuilder, sql } from 'kysely'

const batch = 500

type Sealed = Readonly<Record<string, string>>

export type SealedRow = {
  readonly values: Sealed
  /** Whether a value may lie there in clear, from before it was sealed. */
  readonly mayBeClear: boolean
  /** Writes other values in the place of these alone: false where somebody changed or deleted them. */
  replace(sealed: Sealed): Promise<boolean>
}

type Place = {
  readonly table: keyof Tables
  readonly key: readonly [string, ...string[]]
  readonly values: readonly [string, ...string[]]
  readonly only?: RawBuilder<unknown>
}

const alwaysSealed: readonly Place[] = [
  { table: 'mail', key: ['owner', 'id'], values: ['subject', 'body'] },
  { table: 'broadcasts', key: ['id'], values: ['subject', 'body'] },
  { table: 'subscriptions', key: ['id'], values: ['target'] },
  { table: 'meta', key: ['key'], values: ['value'], only: sql`key in ('push-keys', 'receipt-key')` },
  { table: 'place_notes', key: ['quest_id', 'farmer'], values: ['label', 'note'] },
  { table: 'contest_entries', key: ['quest_id', 'farmer'], values: ['text', 'links'] },
  { table: 'trust_lists', key: ['owner'], values: ['text'] },
  { table: 'codehost_apps', key: ['host', 'id'], values: ['sealed'] },
  { table: 'credential_keys', key: ['kid'], values: ['sealed'] },
  { table: 'reports', key: ['kind', 'thing', 'reporter'], values: ['note', 'letter'] },
]

/** Sealed since a later version. */
export const onceClear: readonly Place[] = [
  { table: 'quest_drafts', key: ['id'], values: ['quest'] },
  { table: 'applications', key: ['quest_id', 'farmer'], values: ['note', 'reason', 'asked', 'answers'] },
  { table: 'dispute_evidence', key: ['quest_id', 'farmer', 'number'], values: ['url', 'note'] },
]

/** The columns of a table whose texts only its people may open. */
export function sealedValuesOf(table: keyof Tables): readonly string[] {
  return [...onceClear, ...alwaysSealed].find(place => place.table === table)?.values ?? []
}

/** All sealed rows, by key: rows that arrive behind the reader are for the next reading. */
export async function* sealedRows(db: Db): AsyncGenerator<SealedRow> {
  const present = new Set((await db.introspection.getTables()).map(({ name }) => name))
  for (const place of [...alwaysSealed, ...onceClear]) {
    if (!present.has(place.table)) continue
    let after: Cursor | null = null
    do {
      const slice: Slice = await readSlice(db, place, after, batch)
      yield* slice.rows
      after = slice.last
    } while (after !== null)
  }
}

export type Cursor = readonly (string | number)[]
type Slice = { readonly rows: readonly SealedRow[]; readonly last: Cursor | null }

/** `last` is null where there are no more. */
export async function readSlice(
  db: Db,
  { table, key, values, only }: Place,
  after: Cursor | null,
  size: number,
): Promise<Slice> {
  const refs = (names: readonly string[]) => sql.join(names.map(name => sql.ref(name)))
  const isAfter = after === null ? sql`true` : sql`(${refs(key)}) > (${sql.join(after)})`
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${refs([...key, ...values])} from ${sql.table(table)}
    where ${isAfter} and ${only ?? sql`true`} order by ${refs(key)} limit ${size}`.execute(db)
  const last = rows.at(-1)
  const cursor = rows.length < size || last === undefined ? null : key.map(name => last[name] as string)
  return { rows: rows.map(row => toSealedRow(db, { table, key, values }, row)), last: cursor }
}

function toSealedRow(
  db: Db,
  { table, key, values }: Place,
  row: Readonly<Record<string, string | number | null>>,
): SealedRow {
  const present = values.filter(name => row[name] !== null)
  const isSame = (names: readonly string[]) => names.map(name => sql`${sql.ref(name)} = ${row[name]}`)
  return {
    values: Object.fromEntries(present.map(name => [name, String(row[name])])),
    mayBeClear: onceClear.some(place => place.table === table),
    async replace(sealed) {
      const changes = Object.entries(sealed).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.join(changes)}
        where ${sql.join(isSame([...key, ...present]), sql` and `)}`.execute(db)
      return numAffectedRows > 0n
    },
  }
}
