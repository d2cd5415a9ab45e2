import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { estimateOf } from '@furrow/sdk/amount'
import type { StatementQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { inOrder, type Placed } from '@furrow/storage/in-order.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { paidOnChain } from '@furrow/storage/paid-on-chain.ts'
import { nameOf, walletOf } from '@furrow/storage/pseudonyms.ts'
import type { Rail } from '@furrow/storage/tables.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { accountOf, chainIn } from '../../ground/caip10.ts'
import { day, instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { toLine } from '../../ground/csv.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { readStartOfDay } from '../../ground/start-of-day.ts'
import { fromLedger } from '../../rules/ledger/amounts.ts'
import { questsOf } from './quests-of.ts'
import { inPieces, readAside } from './read-all.ts'
import { folderAside, spool } from './spool.ts'

/** In milliseconds since 1970, without the end. */
export type Period = { readonly from: number; readonly until: number }

export const always: Period = { from: 0, until: Number.MAX_SAFE_INTEGER }

/** @throws BadRequestError for a date outside the calendar, or an end before the beginning. */
export function readPeriod({ from, to }: StatementQuery): Period {
  const period = {
    from: from === undefined ? always.from : readStartOfDay('from', from),
    until: to === undefined ? always.until : readStartOfDay('to', to) + day,
  }
  if (period.until <= period.from) throw new BadRequestError('to must not be before from.')
  return period
}

/**
 * A person's promises, bookings for and by them, and payments shown on a chain, as the ledger has them. `received` and
 * `paid` are proved payments; a release without a shown payment is `booked`.
 */
export function writeStatement(
  context: Context,
  ip: string,
  address: Address,
  period: Period,
): Promise<Readable> {
  return spool(context, {
    ip,
    write: to =>
      readAside(context, snapshot =>
        pipeline(Readable.from(inPieces(statementLines(context, snapshot, address, period))), to),
      ),
  })
}

const columns = [
  'date',
  'kind',
  'direction',
  'token',
  'amount',
  'counterparty',
  'quest',
  'title',
  'rail',
  'chain',
  'transaction',
  'entry',
  'counterparty account',
  'value',
  'currency',
  'price time',
]

export async function* statementLines(
  { config }: Context,
  snapshot: Db,
  address: Address,
  period: Period,
): AsyncGenerator<readonly string[]> {
  yield [toLine(columns)]
  yield* inOrder(placedLines(snapshot, address, period), folderAside(config))
}

async function* placedLines(db: Db, address: Address, period: Period): AsyncGenerator<readonly Placed[]> {
  for await (const quests of questsOf(db, address)) {
    const { rows } = await movesOf(db, address, quests, period).execute(db)
    yield rows.map(row => ({ at: row.at, id: row.id, text: toLine(show(row)) }))
  }
}

type Move = {
  readonly at: number
  readonly id: string
  readonly kind:
    | 'received'
    | 'paid'
    | 'booked'
    | 'reclaimed'
    | 'refunded'
    | 'promised'
    | 'deposited'
    | 'lowered'
  readonly quest_id: string
  readonly title: string
  readonly token: string
  readonly units: string
  readonly party: Address | null
  readonly rail: Rail
  /** `<chain id>:<hash>` of a shown payment; `<chain id>:<contract>` of a deposit, and the hash of its event. */
  readonly payment_ref: string | null
  readonly contract: string | null
  readonly hash: string | null
  readonly price: string | null
  readonly currency: string | null
  readonly price_at: number | null
}

function show(row: Move): (string | number | null)[] {
  const chain = chainIn(row.rail === 'ledger' ? row.payment_ref : row.contract)
  const hash = row.rail === 'ledger' ? row.payment_ref?.split(':', 2)[1] : row.hash
  const units = BigInt(row.units)
  return [
    instant(row.at),
    row.kind,
    directionOf(row),
    row.token,
    fromLedger(units < 0n ? -units : units),
    row.party && checksum(row.party),
    row.quest_id,
    row.title,
    row.rail,
    chain,
    hash || null,
    row.id,
    accountOf(chain, row.party),
    ...showValue(row),
  ]
}

/** For a proved payment alone, by the price that a feed said when it was made. */
function showValue({ kind, units, price, currency, price_at }: Move): (string | null)[] {
  if ((kind !== 'received' && kind !== 'paid') || price === null) return [null, null, null]
  const [given, at] = [BigInt(units), price_at]
  return [
    estimateOf(fromLedger(given < 0n ? -given : given), price),
    currency,
    at === null ? null : instant(at),
  ]
}

/** On the ledger rail, promises and bookings move nothing; funds that wait in the contract move nothing either. */
function directionOf({ kind, rail }: Move): 'in' | 'out' | null {
  if (kind === 'received') return 'in'
  if (kind === 'paid') return 'out'
  if (rail === 'ledger' || kind === 'booked' || kind === 'reclaimed') return null
  return kind === 'deposited' ? 'out' : 'in'
}

/**
 * The ledger entries for quests that they gave and for their work, each found by its index. For farmers, only their
 * payments; for givers, all but what is merely held.
 */
function movesOf(db: Db, address: Address, quests: readonly string[], { from, until }: Period) {
  const inPeriod = sql`t.at >= ${from} and t.at < ${until} and e.amount <> '0'`
  const hashOf = (
    kinds: readonly string[],
    farmer: RawBuilder<unknown> | null,
  ) => sql`(select case when count(distinct x.hash) = 1 then max(x.hash) end
    from escrow_events x
    where x.quest_id = t.quest_id and x.kind in (${sql.join(kinds.map(kind => sql.lit(kind)))})
    ${farmer === null ? sql`` : sql`and x.farmer = ${farmer}`})`
  const paidOut = ['release', 'divide']
  const isPaid = sql`(a.payment = 'paid' or ${paidOnChain('a')})`
  const isBack = sql`substr(t.id, 1, 8) = 'reclaim:'`
  // Funds that the contract keeps for a giver who has not taken them.
  const waitsForGiver = sql`(e.account = 'refunded' and exists (select 1 from assignments kept
    where kept.quest_id = t.quest_id and kept.unpaid in ('giver', 'both')
      and t.id = 'refund:' || kept.quest_id || ':' || ${walletOf('kept.quest_id', 'kept.farmer')}))`
  // Each member of a team has an entry of their own, which names the farmer of the place.
  const placeOf = sql`coalesce(${walletOf('a.quest_id', 'a.team_of')}, a.farmer)`
  // The contract pays all prizes in the first winner's place.
  const lead = sql`(select p.farmer from escrow_payees p where p.quest_id = s.quest_id and p.account = s.prizes_account)`
  const paidIn = (place: RawBuilder<unknown>) => sql`coalesce(${lead}, ${place})`
  const moved = (kind: 'received' | 'paid') =>
    sql`case when ${isPaid} then ${sql.lit(kind)} else 'booked' end`
  // Looked up for this very payment: one that the chain took back has another time.
  const priced = joinEach(
    db,
    'payment_prices',
    'v',
    sql`v.quest_id = a.quest_id and v.farmer = a.farmer
      and v.paid_at = case when a.rail = 'chain' then a.released_at else a.paid_at end`,
    'left join',
  )
  const each = jsonRows(
    db,
    'k',
    ['quest_id'],
    quests.map(quest_id => ({ quest_id })),
  )
  const funding = joinEach(db, 'escrows', 's', sql`s.quest_id = k.quest_id`, 'left join')
  const price = sql`v.price, v.currency, v.price_at`
  const shownRef = sql`case when a.payment = 'paid' then a.payment_ref end`
  return sql<Move>`
    select t.at, t.id, case when ${isBack} then 'reclaimed' else ${moved('received')} end as kind,
      t.quest_id, q.title, t.token, e.amount as units, q.giver as party,
      q.rail, ${shownRef} as payment_ref, s.contract,
      case when ${isBack} then ${hashOf(['refund'], placeOf)} else ${hashOf(paidOut, paidIn(placeOf))} end as hash,
      ${price}
    from ${each}
    ${joinEach(db, 'assignments', 'a', sql`a.quest_id = k.quest_id and a.farmer = ${address}`)}
    ${joinEach(db, 'quests', 'q', sql`q.id = k.quest_id`)}
    ${joinEach(
      db,
      'ledger_transfers',
      't',
      sql`t.id in ('release:' || a.quest_id || ':' || a.farmer, 'reclaim:' || a.quest_id || ':' || a.farmer,
        'release:' || a.quest_id || ':' || ${placeOf} || ':' || a.farmer)`,
    )}
    ${joinEach(db, 'ledger_entries', 'e', sql`e.transfer_id = t.id and e.account = 'released'`)}
    ${funding}
    ${priced}
    where a.status = 'released' and ${inPeriod}
    union all
    select t.at, t.id,
      case when e.account = 'released' then ${moved('paid')} when ${waitsForGiver} then 'booked'
        when e.account = 'refunded' then 'refunded'
        when substr(t.id, 1, 6) = 'lower:' then 'lowered' when q.rail = 'chain' then 'deposited' else 'promised' end,
      t.quest_id, q.title, t.token, e.amount,
      case when e.account = 'released' then ${nameOf('t.quest_id', 'e.party')} end,
      q.rail, case when e.account = 'released' then ${shownRef} end, s.contract,
      case when e.account = 'released' then ${hashOf(paidOut, paidIn(sql`coalesce(${walletOf('a.quest_id', 'a.team_of')}, e.party)`))}
        when e.account = 'refunded' then coalesce(${hashOf(['refund', 'close', 'divide', 'concede'], null)}, ${hashOf(paidOut, lead)})
        else ${hashOf(['fund'], null)} end,
      ${price}
    from ${each}
    ${joinEach(db, 'quests', 'q', sql`q.id = k.quest_id and q.giver = ${address}`)}
    ${joinEach(db, 'ledger_transfers', 't', sql`t.quest_id = k.quest_id`)}
    ${joinEach(db, 'ledger_entries', 'e', sql`e.transfer_id = t.id and e.account <> 'held'`)}
    ${funding}
    ${joinEach(db, 'assignments', 'a', sql`e.account = 'released' and a.quest_id = k.quest_id and a.farmer = ${nameOf('t.quest_id', 'e.party')}`, 'left join')}
    ${priced}
    where ${inPeriod} and not (${isBack} and e.account = 'released')`
}
