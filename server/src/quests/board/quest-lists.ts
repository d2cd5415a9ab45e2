import type { Quest } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { LRUCache } from 'lru-cache'
import { pageBytes } from '../../ground/http/pages.ts'
import { hidden } from '../change/few-farmers.ts'
import type { Holds, Service, ShownFunds } from '../rails/rail.ts'
import { readHolds, showFunds } from '../rails/rails.ts'
import type { QuestFilter } from './filters.ts'
import type { Head, HeadPage } from './heads.ts'
import { findQuests } from './list.ts'
import { type OfGiver, readPayersOf } from './payer-of.ts'
import { readPlaces } from './plans.ts'
import { type ListedRow, listedColumns, type QuestHolds, showListedFarmer, showQuest } from './show.ts'

const mebibyte = 1_024 * 1_024
const mostBytes = 32 * mebibyte
/** Rows read at once: a quest may have a thousand places, and a long text. */
const slice = { quests: 100, places: 500 }

export type Serialize = (quest: Quest) => string

type Kept = {
  readonly version: string
  readonly bytes: Buffer
  readonly of: OfGiver & Pick<QuestRow, 'plan' | 'plan_place'>
  readonly funding: Quest['funding']
}

export type QuestPage = { readonly bytes: Buffer; readonly next: string | null }

/** Joins the kept bytes of each quest; a page ends at its limit, or at about a megabyte. */
export function createQuestLists(service: Service) {
  const kept = new LRUCache<string, Kept>({
    // A number of entries would be room that is taken at the start, for all of them.
    maxSize: mostBytes,
    // Includes an entry's own overhead.
    sizeCalculation: ({ bytes }) => bytes.length + 500,
  })

  async function readPageOf({ heads, next }: HeadPage, serialize: Serialize): Promise<QuestPage> {
    const holds = await readHolds(service, heads)
    const parts: Buffer[] = []
    let last: string | null = null
    let bytes = 0
    for (const some of slicesOf(heads, head => kept.get(head.id)?.version === versionOf(head, holds))) {
      const made = await make(service, kept, some, holds, serialize)
      const shown = [...made.values()].map(({ of }) => of)
      const [payerOf, placeOf] = await Promise.all([
        readPayersOf(service.db, shown),
        readPlaces(service.db, shown),
      ])
      for (const { id, cursor } of some) {
        const known = made.get(id)
        // A page has at least one quest: an empty one would lead nowhere.
        if (known === undefined) continue
        const part = withMore(known.bytes, { ...payerOf(known.of, known.funding), ...placeOf(known.of) })
        if (last !== null && bytes + part.length > pageBytes) return { bytes: join(parts), next: last }
        parts.push(part)
        last = cursor
        bytes += part.length + 1
      }
    }
    return { bytes: join(parts), next }
  }

  return {
    readPageOf,
    readPage: async (query: QuestFilter, serialize: Serialize): Promise<QuestPage> =>
      readPageOf(await findQuests(service.db, query), serialize),
  }
}

async function make(
  service: Service,
  kept: LRUCache<string, Kept>,
  heads: readonly Head[],
  holds: Holds,
  serialize: Serialize,
): Promise<Map<string, Kept>> {
  const { db } = service
  const found = new Map<string, Kept>()
  const missing: string[] = []
  for (const head of heads) {
    const known = kept.get(head.id)
    if (known?.version === versionOf(head, holds)) found.set(head.id, known)
    else missing.push(head.id)
  }
  if (missing.length === 0) return found
  // First the rows: reads after them may be newer than they say, and are then made again, but never older.
  const rows = await db
    .selectFrom('quests')
    .selectAll()
    .where(isAmong(db, 'id', missing))
    .execute()
  const [farmers, funds] = await Promise.all([readListedFarmers(db, missing), showFunds(service, rows)])
  const byQuest = Map.groupBy(farmers, ({ quest_id }) => quest_id)
  for (const row of rows) {
    const own = holds.get(row.id)
    const shown = (byQuest.get(row.id) ?? []).map(farmer => showListedFarmer(farmer, own))
    const quest = showQuest(row, shown, funds.get(row.id) as ShownFunds)
    const { giver, repo_key, plan, plan_place } = row
    const one = {
      version: versionOf(row, holds),
      bytes: Buffer.from(serialize(quest)),
      of: { giver, repo_key, plan, plan_place },
      funding: quest.funding,
    }
    kept.set(row.id, one)
    found.set(row.id, one)
  }
  return found
}

/** Each change that a list shows comes with an event or an erasure, except the holds on its money, and a plan that it begins. */
function versionOf(
  { id, events, erasures, plan }: Pick<Head, 'id' | 'events' | 'erasures' | 'plan'>,
  holds: Holds,
): string {
  const own: QuestHolds | undefined = holds.get(id)
  const version = `${events} ${erasures} ${plan ?? ''}`
  return own === undefined ? version : `${version} ${[...own].flat().join(' ')}`
}

function* slicesOf(heads: readonly Head[], isKept: (head: Head) => boolean): Iterable<Head[]> {
  let some: Head[] = []
  let [quests, places] = [0, 0]
  for (const head of heads) {
    if (!isKept(head)) {
      if (quests > 0 && (quests + 1 > slice.quests || places + head.taken > slice.places)) {
        yield some
        some = []
        quests = 0
        places = 0
      }
      quests++
      places += head.taken
    }
    some.push(head)
  }
  yield some
}

function readListedFarmers(
  db: Db,
  questIds: readonly string[],
): Promise<(ListedRow & { quest_id: string })[]> {
  return db
    .selectFrom('assignments')
    .select(['quest_id', ...listedColumns])
    .where(isAmong(db, 'quest_id', questIds))
    .where('status', 'not in', [...hidden])
    .orderBy('accepted_at')
    .orderBy('farmer')
    .execute()
}

/** Joined to the kept bytes: a giver's record may change without any of their quests. */
function withMore(bytes: Buffer, more: object): Buffer {
  return Buffer.concat([bytes.subarray(0, -1), Buffer.from(`,${JSON.stringify(more).slice(1)}`)])
}

const [open, comma, close] = ['[', ',', ']'].map(text => Buffer.from(text)) as [Buffer, Buffer, Buffer]

function join(parts: readonly Buffer[]): Buffer {
  const all = [open]
  for (const [index, part] of parts.entries()) {
    if (index > 0) all.push(comma)
    all.push(part)
  }
  all.push(close)
  return Buffer.concat(all)
}
