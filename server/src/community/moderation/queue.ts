import type { ModerationQuery, ReportedKind, ReportedThing, Reporter } from '@furrow/sdk/contract'
import { reportedKinds } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { ReportedThingRow, ReportTable } from '@furrow/storage/moderation-tables.ts'
import { sql } from 'kysely'
import { requireModerator } from '../../access/restraints/moderators.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant, instantOrNull } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { openText } from '../../people/mail/seal.ts'
import { type Paged, pageSize } from './log.ts'
import { refusalsOf } from './refusals.ts'
import { isOftenDismissed, readStandings } from './standings.ts'
import { findThings, isAddress, type Thing } from './things.ts'

const mostReporters = 20

/**
 * A row for each thing: first those that the most trusted reported; then everybody's first report, everybody's second,
 * and so on, by wallet and network, so that no one's many reports hold up another's. @throws ForbiddenError for all but
 * moderators; BadRequestError for a cursor of another list.
 */
export async function readQueue(
  context: Context,
  caller: Address,
  query: ModerationQuery,
): Promise<Paged<ReportedThing[]>> {
  const role = await requireModerator(context, caller)
  const { db } = context
  const limit = readLimit(query.limit, pageSize)
  const waiting = db.selectFrom('reported_things').selectAll().where('place', 'is not', null)
  const found = await (query.cursor === undefined ? waiting : waiting.where(isAfter(query.cursor)))
    .orderBy('trusted', 'desc')
    .orderBy('turn')
    .orderBy('place')
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const [things, reporters, frozen] = await Promise.all([
    readThings(context, rows),
    readReporters(context, rows),
    readFrozen(db, rows),
  ])
  const thingOf = (row: ReportedThingRow) => things.get(keyOf(row)) ?? null
  const refusals = await refusalsOf(
    context,
    { address: caller, role },
    rows.map(row => ({ ...row, quest: thingOf(row)?.quest ?? null })),
  )
  const page = rows.map(
    (row, index): ReportedThing => ({
      ...showThing(row, thingOf(row)),
      ownerFrozen: frozen.has(row.owner),
      reporters: reporters.get(keyOf(row)) ?? [],
      refusal: refusals[index] ?? null,
    }),
  )
  const last = found.length > limit ? rows.at(-1) : undefined
  return { page, next: last === undefined ? null : `${last.trusted} ${last.turn} ${last.place}` }
}

/** @throws BadRequestError */
function isAfter(cursor: string) {
  const [, trusted, turn, place] = /^(\d{1,9}) (\d{1,9}) (.+)$/.exec(cursor) ?? []
  if (place === undefined) throw new BadRequestError('The cursor is none of this list.')
  return sql<boolean>`trusted <= ${Number(trusted)} and (trusted < ${Number(trusted)}
    or turn > ${Number(turn)} or (turn = ${Number(turn)} and place > ${place}))`
}

const keyOf = ({ kind, thing }: Pick<ReportedThingRow, 'kind' | 'thing'>) => `${kind} ${thing}`

function showThing(row: ReportedThingRow, thing: Thing | null) {
  return {
    kind: row.kind,
    id: isAddress(row.kind) ? checksum(row.thing as Address) : row.thing,
    owner: checksum(row.owner),
    title: thing?.title ?? '',
    text: thing?.text ?? '',
    questId: thing?.quest?.id ?? null,
    isThere: thing?.isThere ?? false,
    hiddenAt: instantOrNull(thing?.hiddenAt ?? null),
    reports: row.reports,
    trusted: row.trusted,
    openedAt: instant(row.opened_at),
    lastReportAt: instant(row.last_at),
  }
}

async function readThings(context: Context, rows: readonly ReportedThingRow[]): Promise<Map<string, Thing>> {
  const idsOf = (kind: ReportedKind) => rows.filter(row => row.kind === kind).map(({ thing }) => thing)
  const found = await Promise.all(reportedKinds.map(kind => findThings(context, kind, idsOf(kind))))
  return new Map(
    found.flatMap((things, index) =>
      [...things].map(([id, thing]) => [`${reportedKinds[index]} ${id}`, thing]),
    ),
  )
}

async function readFrozen(db: Db, rows: readonly ReportedThingRow[]): Promise<Set<Address>> {
  const owners = rows.map(({ owner }) => owner)
  const found = await db
    .selectFrom('frozen_wallets')
    .select('address')
    .where(isAmong(db, 'address', owners))
    .execute()
  return new Set(found.map(({ address }) => address))
}

type ReportRow = Pick<ReportTable, 'kind' | 'thing' | 'reporter' | 'at' | 'reason' | 'note'>

async function readReporters(
  { db, secrets }: Context,
  things: readonly ReportedThingRow[],
): Promise<Map<string, Reporter[]>> {
  if (things.length === 0) return new Map()
  const each = await Promise.all(
    things.map(({ kind, thing }) =>
      db
        .selectFrom('reports')
        .select(['kind', 'thing', 'reporter', 'at', 'reason', 'note'])
        .where('kind', '=', kind)
        .where('thing', '=', thing)
        .where('outcome', 'is', null)
        .orderBy('at', 'desc')
        .limit(mostReporters)
        .execute(),
    ),
  )
  const rows: ReportRow[] = each.flat()
  const standingOf = await readStandings(
    db,
    rows.map(({ reporter }) => reporter),
  )
  const shown = rows.map(row => {
    const standing = standingOf(row.reporter)
    return {
      key: keyOf(row),
      reporter: {
        address: checksum(row.reporter),
        reason: row.reason,
        note: openText(secrets.sealing, row.note),
        reportedAt: instant(row.at),
        upheld: standing.upheld,
        dismissed: standing.dismissed,
        oftenDismissed: isOftenDismissed(standing),
      },
    }
  })
  const byThing = Map.groupBy(shown, ({ key }) => key)
  return new Map([...byThing].map(([key, some]) => [key, some.map(({ reporter }) => reporter)]))
}
