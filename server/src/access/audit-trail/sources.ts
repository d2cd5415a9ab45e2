import type { Db } from '@furrow/storage/db.ts'
import { isAmong, joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { sealedKinds } from './sealed-kinds.ts'

/** The values of rows, by their keys. The order of values must never change: seals are made over it. */
export type Contents = ReadonlyMap<string, readonly unknown[]>

export type Source = {
  readonly says: string
  read(db: Db, keys: readonly string[]): Promise<Contents>
  /** SQL for every row that must be in the log, as `r`, and for its key. */
  readonly rows: string
  readonly key: string
}

const kinds = sealedKinds.map(kind => `'${kind}'`).join(', ')

const transfer: Source = {
  says: 'the transfer of the ledger',
  rows: 'ledger_transfers r where true',
  key: 'r.id',
  async read(db, keys) {
    const transfers = await db
      .selectFrom('ledger_transfers')
      .selectAll()
      .where(isAmong(db, 'id', keys))
      .execute()
    const entries = await db
      .selectFrom('ledger_entries')
      .selectAll()
      .where(isAmong(db, 'transfer_id', keys))
      .execute()
    const byTransfer = Map.groupBy(entries, entry => entry.transfer_id)
    return new Map(
      transfers.map(({ id, quest_id, token, at }) => {
        const booked = (byTransfer.get(id) ?? []).map(({ account, party, amount }) => [
          account,
          party,
          amount,
        ])
        booked.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
        return [id, ['transfer', id, quest_id, token, at, booked]]
      }),
    )
  },
}

const event: Source = {
  says: 'the event of a quest',
  rows: `quest_events r where r.kind in (${kinds})`,
  key: `r.quest_id || ' ' || r.number`,
  async read(db, keys) {
    const { rows } = await sql<{ key: string; at: number } & Record<Columns, string | null>>`
      select k.quest_id || ' ' || k.number as key, e.at, e.kind, e.actor, e.farmer, e.details
      from ${pairs(db, ['quest_id', 'number'], keys)}
      ${joinEach(db, 'quest_events', 'e', sql`e.quest_id = k.quest_id and e.number = cast(k.number as bigint)`)}`.execute(
      db,
    )
    return new Map(
      rows.map(({ key, at, kind, actor, farmer, details }) => [
        key,
        ['event', key, at, kind, actor, farmer, details],
      ]),
    )
  },
}
type Columns = 'kind' | 'actor' | 'farmer' | 'details'

const chainEvent: Source = {
  says: 'the event of the contract',
  rows: 'escrow_events r where true',
  key: `r.hash || ' ' || r.log_index`,
  async read(db, keys) {
    const { rows } = await sql<{ key: string; block: number; at: number } & Record<string, string | null>>`
      select k.hash || ' ' || k.log_index as key, e.block, e.quest_id, e.kind, e.farmer, e.at
      from ${pairs(db, ['hash', 'log_index'], keys)}
      ${joinEach(db, 'escrow_events', 'e', sql`e.hash = k.hash and e.log_index = cast(k.log_index as bigint)`)}`.execute(
      db,
    )
    return new Map(
      rows.map(({ key, block, quest_id, kind, farmer, at }) => [
        key,
        ['chain-event', key, block, quest_id, kind, farmer, at],
      ]),
    )
  },
}

const attempt: Source = {
  says: 'the call that was sent to the contract',
  rows: 'escrow_attempts r where true',
  key: 'r.hash',
  async read(db, keys) {
    const rows = await db
      .selectFrom('escrow_attempts')
      .selectAll()
      .where(isAmong(db, 'hash', keys))
      .execute()
    return new Map(
      rows.map(({ hash, call_id, nonce, attempt, raw, max_fee, priority_fee, gas, at }) => [
        hash,
        ['attempt', hash, call_id, nonce, attempt, raw, max_fee, priority_fee, gas, at],
      ]),
    )
  },
}

const note = (source: string, says: string, kept: 0 | 1): Source => ({
  says,
  rows: `audit_notes r where r.kept = ${kept}`,
  key: 'r.id',
  async read(db, keys) {
    const rows = await db
      .selectFrom('audit_notes')
      .selectAll()
      .where(isAmong(db, 'id', keys))
      .execute()
    return new Map(
      rows.map(({ id, at, kind, actor, details }) => [id, [source, id, at, kind, actor, details]]),
    )
  },
})

export const sources: Readonly<Record<string, Source>> = {
  transfer,
  event,
  'chain-event': chainEvent,
  attempt,
  act: note('act', 'the note of an act', 1),
  access: note('access', 'the note of a sign-in or a refusal', 0),
}

export async function readContents(
  db: Db,
  entries: readonly { readonly source: string; readonly key: string }[],
): Promise<(entry: { readonly source: string; readonly key: string }) => readonly unknown[] | undefined> {
  const found = new Map<string, Contents>()
  for (const [name, some] of Map.groupBy(entries, ({ source }) => source)) {
    const keys = some.map(({ key }) => key)
    found.set(name, (await sources[name]?.read(db, keys)) ?? new Map())
  }
  return ({ source, key }) => found.get(source)?.get(key)
}

function pairs<A extends string, B extends string>(
  db: Db,
  columns: readonly [A, B],
  keys: readonly string[],
): RawBuilder<unknown> {
  const rows = keys.map(key => {
    const at = key.lastIndexOf(' ')
    return { [columns[0]]: key.slice(0, at), [columns[1]]: key.slice(at + 1) } as Record<A | B, string>
  })
  return jsonRows(db, 'k', columns, rows)
}
