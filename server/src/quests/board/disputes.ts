import type { Dispute, DisputeQuery } from '@furrow/sdk/contract'
import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { instant, instantOrNull } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { readState } from '../change/place-state.ts'
import { findJudgedBy, type Judged } from './arbiter.ts'
import { showAnswer, showFault, showOtherwise, showRuling } from './show-judging.ts'
import { splitAhead } from './splits.ts'

const most = 1_000

export type DisputePage = { readonly disputes: readonly Dispute[]; readonly next: string | null }

type Place = { readonly dispute_ends_at: number; readonly quest_id: string; readonly farmer: Address }

/** The one that ends first at the beginning. @throws BadRequestError for an invalid limit or cursor. */
export async function listDisputes(
  context: Context,
  caller: Address,
  query: DisputeQuery,
): Promise<DisputePage> {
  const { db, config } = context
  const limit = readLimit(query.limit, { most, otherwise: 100 })
  const after = query.cursor === undefined ? null : readPlace(query.cursor)
  const places = await findPlaces(db, caller, await findJudgedBy(context, caller), after, limit + 1)
  const shown = places.slice(0, limit)
  const rows = await readRows(db, shown)
  const disputes = fitPage(rows.map(row => showDispute(row, config.platformWallet)))
  const last = shown[disputes.length - 1]
  return { disputes, next: places.length > disputes.length && last !== undefined ? cursorOf(last) : null }
}

/** Each part of the union is read in the order of an index. */
async function findPlaces(
  db: Db,
  caller: Address,
  judged: Judged,
  after: Place | null,
  limit: number,
): Promise<Place[]> {
  const beyond =
    after === null
      ? sql``
      : sql`and (dispute_ends_at, quest_id, farmer) > (${after.dispute_ends_at}, ${after.quest_id}, ${after.farmer})`
  const mine = [...judged, sql`giver = ${caller}`, sql`farmer = ${caller}`].map(
    whose => sql`select * from (select dispute_ends_at, quest_id, farmer from assignments
      where ${whose} and status = 'disputed' ${beyond}
      order by dispute_ends_at, quest_id, farmer limit ${limit}) as own`,
  )
  const { rows } = await sql<Place>`
    ${sql.join(mine, sql` union `)} order by dispute_ends_at, quest_id, farmer limit ${limit}`.execute(db)
  return rows
}

type Row = AssignmentRow & {
  readonly title: string
  readonly contract: EscrowVersion | null
  readonly amount_each: string | null
}

async function readRows(db: Db, places: readonly Place[]): Promise<Row[]> {
  if (places.length === 0) return []
  const keys = places.map(({ quest_id, farmer }) => ({ quest_id, farmer }))
  const { rows } = await sql<Row>`
    select a.*, q.title, e.version as contract, e.amount_each from ${jsonRows(db, 'k', ['quest_id', 'farmer'], keys)}
    ${joinEach(db, 'assignments', 'a', sql`a.quest_id = k.quest_id and a.farmer = k.farmer`)}
    ${joinEach(db, 'quests', 'q', sql`q.id = k.quest_id`)}
    left join escrows e on e.quest_id = k.quest_id`.execute(db)
  const byKey = new Map(rows.map(row => [`${row.quest_id} ${row.farmer}`, row]))
  return places.flatMap(({ quest_id, farmer }) => byKey.get(`${quest_id} ${farmer}`) ?? [])
}

function showDispute(row: Row, arbiter: Address | null): Dispute {
  const state = readState(row.state)
  const split = row.amount_each === null ? null : splitAhead(row.quest_id, row, row.amount_each)
  return {
    questId: row.quest_id,
    title: row.title,
    giver: checksum(row.giver),
    farmer: checksum(row.farmer),
    ...(split !== null && { split }),
    rail: row.rail,
    amount: row.amount,
    token: row.token,
    disputedBy: row.disputed_by ?? 'giver',
    disputeReason: row.dispute_reason ?? '',
    ...showFault(row),
    disputedAt: instantOrNull(row.disputed_at),
    disputeEndsAt: instant(row.dispute_ends_at ?? 0),
    ...showOtherwise(row, arbiter, row.contract),
    ...showRuling(row, state),
    answer: showAnswer(row),
    evidence: { giver: row.giver_evidence, farmer: row.farmer_evidence },
  }
}

function cursorOf({ dispute_ends_at, quest_id, farmer }: Place): string {
  return `${dispute_ends_at}_${farmer}_${quest_id}`
}

function readPlace(cursor: string): Place {
  const { endsAt, farmer, questId } = readCursor<'endsAt' | 'farmer' | 'questId'>(
    cursor,
    /^(?<endsAt>\d{1,16})_(?<farmer>0x[0-9a-f]{40})_(?<questId>.{1,100})$/,
  )
  return { dispute_ends_at: Number(endsAt), quest_id: questId, farmer: farmer as Address }
}
