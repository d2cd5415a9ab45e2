import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { isGeneral } from '@furrow/storage/outage.ts'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import type { EscrowEvent } from '../../../ground/clients/escrow-events.ts'
import type { Context } from '../../../ground/context.ts'
import type { ChainEvent, ChainHappening, PaidBecause } from '../../../rules/lifecycle/chain-event.ts'
import { applyEvent } from './apply-event.ts'
import { lastFinal } from './last-final.ts'
import { park } from './park.ts'
import { keepHash, windBack } from './wind-back.ts'

const blocksAtOnce = 1_000n
/** Each range overlaps the one before: a node may have answered before it had all of the blocks. */
const overlap = 20n
/** Blocks before the head where a first look at a contract begins: the service's quests are newer. */
const blocksBefore = 5_000n

/** Each event once and in order, by any number of processes; one that cannot be applied is parked, and others go on. */
export async function mirrorEvents(context: Context, escrow: Escrow, head: Head): Promise<void> {
  const { final } = head
  lastFinal(escrow).block = final
  await windBack(context, escrow, head)
  for (;;) {
    const from = await readCursor(context.db, escrow, final)
    if (from > final) return
    const to = from + blocksAtOnce > final ? final : from + blocksAtOnce
    const hash = await escrow.readBlockHash(to)
    // The node is behind the one that told of the head, or there is no such block.
    if (hash === null) return
    await mirrorRange(context, escrow, from > overlap ? from - overlap : 0n, to)
    const moved = await context.db
      .updateTable('escrow_contracts')
      .set({ next_block: Number(to) + 1 })
      .where('contract', '=', escrow.id)
      .where('next_block', '=', Number(from))
      .executeTakeFirst()
    if (moved.numUpdatedRows === 0n) return
    await keepHash(context.db, escrow, { block: Number(to), hash })
  }
}

/** Gives the number of events in these blocks that the database did not have. */
export async function mirrorRange(
  context: Context,
  escrow: Escrow,
  from: bigint,
  to: bigint,
  concerns: (deposit: string) => boolean = () => true,
): Promise<number> {
  const events = await escrow.readEvents(from, to)
  const found = events.map((event, index) => ({
    deposit: event.escrow,
    event: toChainEvent(event, events.slice(Math.max(index - mostBefore, 0), index)),
  }))
  const unknown = await readUnknown(
    context.db,
    escrow,
    found.filter(({ deposit }) => concerns(deposit)),
  )
  for (const { deposit, event } of unknown) await mirrorEvent(context, escrow, deposit, event)
  return unknown.length
}

type Found = { readonly deposit: string; readonly event: ChainEvent }

/** New events of this service's quests in this contract. The id of a deposit is the same in any contract. */
async function readUnknown(db: Db, { id }: Escrow, found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0) return []
  const hashes = [...new Set(found.map(({ event }) => event.hash))]
  const deposits = [...new Set(found.map(({ deposit }) => deposit))]
  const own = await db
    .selectFrom('escrows')
    .select('escrow')
    .where(isAmong(db, 'escrow', deposits))
    .where('contract', '=', id)
    .execute()
  const known = (
    await Promise.all(
      (['escrow_events', 'escrow_parked'] as const).map(table =>
        db
          .selectFrom(table)
          .select(['hash', 'log_index'])
          .where(isAmong(db, 'hash', hashes))
          .execute(),
      ),
    )
  ).flat()
  const owned = new Set(own.map(({ escrow }) => escrow))
  const places = new Set(known.map(({ hash, log_index }) => `${hash} ${log_index}`))
  return found.filter(
    ({ deposit, event }) => owned.has(deposit) && !places.has(`${event.hash} ${event.logIndex}`),
  )
}

async function mirrorEvent(
  context: Context,
  escrow: Escrow,
  deposit: string,
  event: ChainEvent,
): Promise<void> {
  try {
    await applyEvent(context, escrow, deposit, event)
  } catch (error) {
    // A failure of the database is no fault of the event: the round begins again with it.
    if (isGeneral(error)) throw error
    await park(context, escrow, deposit, event, error)
  }
}

async function readCursor(db: Db, { id }: Escrow, final: bigint): Promise<bigint> {
  const first = Number(final > blocksBefore ? final - blocksBefore : 0n)
  const { next_block } = await db
    .updateTable('escrow_contracts')
    .set(({ fn, val }) => ({ next_block: fn.coalesce('next_block', val(first)) }))
    .where('contract', '=', id)
    .returning('next_block')
    .executeTakeFirstOrThrow()
  return BigInt(next_block ?? first)
}

function toChainEvent(event: EscrowEvent, before: readonly EscrowEvent[]): ChainEvent {
  const { hash, logIndex, block, at } = event
  return { hash, logIndex, block: Number(block), at, ...toHappening(event, before) }
}

function toHappening(event: EscrowEvent, before: readonly EscrowEvent[]): ChainHappening {
  switch (event.kind) {
    case 'fund':
      return { kind: 'fund', token: event.token, amountEach: event.amountEach, slots: event.slots }
    case 'propose':
      return { kind: 'propose', farmer: event.farmer, reviewEndsAt: event.reviewEndsAt }
    case 'dispute':
      return { kind: 'dispute', farmer: event.farmer, settlesAt: event.settlesAt }
    case 'rule': {
      const { farmer, share, payableAt } = event
      return { kind: 'rule', farmer, share, payableAt, paused: false }
    }
    case 'pause-ruling':
      return { kind: 'pause-ruling', farmer: event.farmer, payableAt: event.payableAt }
    case 'release':
      return {
        kind: 'release',
        farmer: event.farmer,
        because: becauseOf(event, before),
        amount: event.amount,
      }
    case 'refund':
      return event.farmer === null
        ? { kind: 'refund', farmer: null, amount: event.amount }
        : { kind: 'refund', farmer: event.farmer, because: becauseOf(event, before), amount: event.amount }
    case 'wait': {
      const { farmer, side, amount } = event
      return { kind: 'wait', farmer, side, because: becauseOf(event, before), amount }
    }
    case 'notice':
      return { kind: 'notice', endsAt: event.endsAt }
    case 'close':
      return { kind: 'close' }
    default:
      return { kind: event.kind, farmer: event.farmer }
  }
}

const reasons = ['approve', 'resolve', 'settle', 'divide', 'concede'] as const

const mostBefore = 3

/** The contract gives the reason of a payment in an event before, of the same transaction and about the same work. */
function becauseOf(event: EscrowEvent, before: readonly EscrowEvent[]): PaidBecause {
  const own = before.filter(one => one.hash === event.hash && isAboutSame(one, event))
  return reasons.find(reason => own.some(({ kind }) => kind === reason)) ?? null
}

function isAboutSame(one: EscrowEvent, other: EscrowEvent): boolean {
  return 'farmer' in one && 'farmer' in other && one.farmer === other.farmer && one.escrow === other.escrow
}
