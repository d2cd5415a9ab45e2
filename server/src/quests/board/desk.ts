import type {
  AssignmentStatus,
  Desk,
  DeskPart,
  DeskPlace,
  DeskQuery,
  KeptPlaceNote,
} from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { requireGiver } from '../../rules/lifecycle/commands/requirements.ts'
import type { FarmerRow } from '../change/few-farmers.ts'
import type { FoundRow } from '../change/lock.ts'
import { askRule } from '../change/refused.ts'
import { readHolds, showFunds } from '../rails/rails.ts'
import { readApplied } from './applied.ts'
import { withCoAuthors } from './co-authors.ts'
import { countValues } from './count-values.ts'
import { contractOf, findQuestRow, selectFarmers } from './one-quest.ts'
import { readPlaceNotes } from './place-notes.ts'
import { showFarmer } from './show.ts'
import { withTransaction } from './work-payment.ts'

const most = 100
const usual = 25

const parts: Readonly<Record<DeskPart, { readonly status: AssignmentStatus; readonly by: string }>> = {
  waiting: { status: 'in-review', by: 'review_ends_at' },
  'at-work': { status: 'accepted', by: 'expires_at' },
  'in-dispute': { status: 'disputed', by: 'dispute_ends_at' },
  released: { status: 'released', by: 'accepted_at' },
  refunded: { status: 'refunded', by: 'accepted_at' },
}

/** @throws NotFoundError; ForbiddenError for anybody but the giver; BadRequestError for an invalid limit or cursor. */
export async function readDesk(
  context: Context,
  caller: Address,
  query: DeskQuery,
): Promise<{ readonly desk: Desk; readonly next: string | null }> {
  const { db, config, clock } = context
  const limit = readLimit(query.limit, { most, otherwise: usual })
  const after = query.cursor === undefined ? null : readPlace(query.cursor)
  const row = await findQuestRow(db, query.id)
  askRule(clock.now(), () => requireGiver(row, caller))
  const notes = await readPlaceNotes(db, context.secrets, row.id)
  const [found, holds, funds] = await Promise.all([
    readRows(db, row.id, query, { notes, after, limit: limit + 1 }),
    readHolds(context, [row]),
    showFunds(context, [row]),
  ])
  const contract = contractOf(funds.get(row.id))
  const page = found.slice(0, limit)
  const applied = await readApplied(
    context,
    row.id,
    page.map(({ farmer }) => farmer),
  )
  const places = fitPage(
    page.map((place): DeskPlace => {
      const { label = null, note = null } = notes.get(place.farmer) ?? {}
      const shown = showFarmer(place, holds.get(row.id), config.platformWallet, contract)
      const application = applied.get(place.farmer)
      return { ...withTransaction(shown, place), label, note, ...(application && { application }) }
    }),
  )
  const last = page[places.length - 1]
  const next = found.length > places.length && last !== undefined ? `${last.place_key}-${last.farmer}` : null
  const shown = await withCoAuthors(db, row.id, places)
  return { desk: { counts: countsOf(row), labels: labelsOf(notes), places: [...shown] }, next }
}

type Place = { readonly place_key: number; readonly farmer: Address }
type Asked = {
  readonly notes: ReadonlyMap<Address, KeptPlaceNote>
  readonly after: Place | null
  readonly limit: number
}

/** The key of the quest's places finds them, and their number bounds what is sorted. */
function readRows(
  db: Db,
  questId: string,
  { part, label }: DeskQuery,
  { notes, after, limit }: Asked,
): Promise<(FarmerRow & Place)[]> {
  const by = part === undefined ? 'accepted_at' : parts[part].by
  // Work on chain that is not proposed yet has no end, and is first.
  const key: RawBuilder<number> = sql`coalesce(${sql.ref(`w.${by}`)}, 0)`
  let rows = selectFarmers(db).select(key.as('place_key')).where('w.quest_id', '=', questId)
  if (part !== undefined) rows = rows.where('w.status', '=', parts[part].status)
  if (label !== undefined) {
    const labelled = [...notes].flatMap(([farmer, note]) => (note.label === label ? [farmer] : []))
    rows = rows.where(isAmong(db, 'w.farmer', labelled))
  }
  if (after !== null)
    rows = rows.where(
      sql<boolean>`(${key}, w.farmer) > (cast(${after.place_key} as bigint), ${after.farmer})`,
    )
  return rows.orderBy(key).orderBy('w.farmer').limit(limit).execute()
}

function countsOf({ in_review, accepted, disputed, released, refunded, returned }: FoundRow): Desk['counts'] {
  return {
    waiting: in_review,
    'at-work': accepted,
    'in-dispute': disputed,
    released,
    // Free places that went back to the giver are counted with them.
    refunded: refunded - returned,
  }
}

function labelsOf(notes: ReadonlyMap<Address, KeptPlaceNote>): Desk['labels'] {
  const labels = [...notes.values()].flatMap(({ label }) => label ?? [])
  return countValues(labels).map(({ value: label, count }) => ({ label, count }))
}

function readPlace(cursor: string): Place {
  const { key, farmer } = readCursor<'key' | 'farmer'>(cursor, /^(?<key>\d{1,16})-(?<farmer>0x[0-9a-f]{40})$/)
  return { place_key: Number(key), farmer: farmer as Address }
}
