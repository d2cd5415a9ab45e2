import type { Escrow, Head } from '../../clients/escrow.ts'
import type { EscrowEvent } from '../../clients/escrow-events.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/db.ts'
import { isGeneral } from '../../db/outage.ts'
import type { ChainEvent, ChainHappening, PaidBecause } from '../../lifecycle/chain-event.ts'
import { applyEvent } from './apply-event.ts'
import { park } from './park.ts'

const blocksAtOnce = 1_000n
/** Where a service begins to look that has never looked at this contract: its quests are newer than itself. */
const blocksBefore = 5_000n

/**
 * Brings what happened on chain, whoever did it, into the database: each event once, in order, when it has its
 * confirmations. Any number of processes may do so at once. An event that cannot be applied is parked, and told of; those
 * of other quests go on.
 */
export async function mirrorEvents(context: Context, escrow: Escrow, head: Head): Promise<void> {
  const final = head.number - BigInt(escrow.confirmations) + 1n
  for (;;) {
    const from = await readCursor(context.db, escrow, final)
    if (from > final) return
    const to = from + blocksAtOnce > final ? final : from + blocksAtOnce
    const events = await escrow.readEvents(from, to)
    for (const [index, event] of events.entries())
      await mirrorEvent(context, escrow, event.escrow, toChainEvent(event, events[index - 1]))
    const moved = await context.db
      .updateTable('escrow_contracts')
      .set({ next_block: Number(to) + 1 })
      .where('contract', '=', escrow.id)
      .where('next_block', '=', Number(from))
      .executeTakeFirst()
    // Another process is ahead.
    if (moved.numUpdatedRows === 0n) return
  }
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
    // What the database cannot take now is no fault of the event: the round begins again with it.
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

function toChainEvent(event: EscrowEvent, before: EscrowEvent | undefined): ChainEvent {
  const { hash, logIndex, block, at } = event
  return { hash, logIndex, block: Number(block), at, ...toHappening(event, before) }
}

function toHappening(event: EscrowEvent, before: EscrowEvent | undefined): ChainHappening {
  switch (event.kind) {
    case 'fund':
      return { kind: 'fund', token: event.token, amountEach: event.amountEach, slots: event.slots }
    case 'propose':
      return { kind: 'propose', farmer: event.farmer, reviewEndsAt: event.reviewEndsAt }
    case 'dispute':
      return { kind: 'dispute', farmer: event.farmer, settlesAt: event.settlesAt }
    case 'release':
      return { kind: 'release', farmer: event.farmer, because: becauseOf(event, before) }
    case 'refund':
      return event.farmer === null
        ? { kind: 'refund', farmer: null, amount: event.amount }
        : { kind: 'refund', farmer: event.farmer, because: becauseOf(event, before) }
    case 'close':
      return { kind: 'close' }
    default:
      return { kind: event.kind, farmer: event.farmer }
  }
}

/** The contract says why it pays in an event before, of the same transaction. */
function becauseOf(event: EscrowEvent, before: EscrowEvent | undefined): PaidBecause {
  if (before?.hash !== event.hash) return null
  return before.kind === 'approve' || before.kind === 'resolve' || before.kind === 'settle'
    ? before.kind
    : null
}
