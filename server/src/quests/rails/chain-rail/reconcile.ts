import type { Db } from '@furrow/storage/db.ts'
import { toLog } from '@furrow/storage/outage.ts'
import { sql } from 'kysely'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import type { DepositState } from '../../../ground/clients/escrow-states.ts'
import { minute } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { type Duty, everyMinute } from '../../../ground/duty.ts'
import { unfinishedStatuses } from '../../../rules/lifecycle/quest.ts'
import { change } from '../../change/change.ts'
import { findContradiction, findMissed, type KeptState } from './differences.ts'
import { forEachContract } from './for-each-contract.ts'
import { mirrorEvents, mirrorRange } from './mirror.ts'
import { readKept } from './read-kept.ts'
import { endReorganisation, isReorganised, progressOf } from './reconcile-progress.ts'
import { isSureOfDeposit } from './sure-of-deposit.ts'

const between = 4 * minute
/** A process that died in the middle is not waited for longer. */
const longest = 5 * minute
const blocksBack = 5_000n
const blocksAtOnce = 1_000n

/** Makes good what the log missed: a node that left an event out of one answer stops no payment. */
export const reconcileEscrow: Duty = forEachContract({
  name: 'reconcile the escrow',
  every: everyMinute,
  async round(context, escrow) {
    const { clock, db } = context
    const progress = progressOf(escrow)
    const before = await progress.read(db)
    const now = clock.now()
    if (before.nextAt > now) return 0
    const taken = { ...before, nextAt: now + longest }
    if (!(await progress.replace(db, before, taken))) return 0
    const page = await readKept(db, escrow, before.after)
    if (page.kept.length > 0) await reconcilePage(context, escrow, page.kept)
    const isLast = page.next === ''
    const isKept = await progress.replace(db, taken, {
      after: page.next,
      nextAt: isLast ? now + between : now,
    })
    if (isLast) await compareFinished(context, escrow)
    if (isLast && isKept) await endReorganisation(context, escrow)
    return isLast ? 0 : 1
  },
})

async function reconcilePage(context: Context, escrow: Escrow, page: readonly KeptState[]): Promise<void> {
  // Later than the page: its rows were final before this block.
  const head = await escrow.readHead()
  const { final } = head
  if (final < 0n) return
  await mirrorEvents(context, escrow, head)
  const states = await readStates(escrow, page, final)
  for (const kept of page) {
    const state = states.get(kept.escrow)
    if (state !== undefined) await setContradiction(context, kept, findContradiction(kept, state))
  }

  const differing = page.filter(kept => differs(kept, states))
  const missed = await readAgain(context, escrow, differing, states)
  if (missed.length === 0) return
  const deposits = new Set<string>(missed.map(kept => kept.escrow))
  const from = final > blocksBack ? final - blocksBack : 0n
  for (let at = from; at <= final; at += blocksAtOnce) {
    const to = at + blocksAtOnce - 1n
    const count = await mirrorRange(context, escrow, at, to > final ? final : to, deposit =>
      deposits.has(deposit),
    )
    if (count > 0) context.log.warn({ count }, 'events of the escrow that a node had left out were found')
  }
  // Events that the log still does not have are taken from the state itself.
  for (const kept of await readAgain(context, escrow, missed, states))
    await makeGood(context, escrow, head, kept, states.get(kept.escrow) as DepositState)
}

const atOnce = 50

/** Compares finished quests after a reorganisation or a contradiction: a payment that was told of may be gone. */
async function compareFinished(context: Context, escrow: Escrow): Promise<void> {
  const { db } = context
  const { final } = await escrow.readHead()
  if (final < 0n) return
  const since = (await isReorganised(db, escrow)) ? Number(final) - Number(blocksBack) : null
  const ids = await readDoubted(db, escrow, since)
  for (let from = 0; from < ids.length; from += atOnce) {
    const { kept } = await readKept(db, escrow, '', ids.slice(from, from + atOnce))
    const states = await readStates(escrow, kept, final)
    for (const one of kept) {
      const state = states.get(one.escrow)
      if (state !== undefined) await setContradiction(context, one, findContradiction(one, state))
    }
  }
}

async function readDoubted(db: Db, { id }: Escrow, since: number | null): Promise<readonly string[]> {
  const found = await db
    .selectFrom('escrows')
    .innerJoin('quests', 'quests.id', 'escrows.quest_id')
    .select('quests.id')
    .where('escrows.contract', '=', id)
    .where(
      'quests.status',
      'not in',
      unfinishedStatuses.map(status => sql.lit(status)),
    )
    .where(({ eb, exists, or, selectFrom }) =>
      since === null
        ? eb('escrows.contradiction', 'is not', null)
        : or([
            eb('escrows.contradiction', 'is not', null),
            exists(
              selectFrom('escrow_events')
                .select('escrow_events.hash')
                .whereRef('escrow_events.quest_id', '=', 'quests.id')
                .where('escrow_events.block', '>=', since),
            ),
          ]),
    )
    .execute()
  return found.map(({ id }) => id)
}

type States = ReadonlyMap<string, DepositState>

async function readStates(escrow: Escrow, page: readonly KeptState[], block: bigint): Promise<States> {
  const asked = page.map(({ escrow, work }) => ({ escrow, farmers: work.map(({ payee }) => payee) }))
  return new Map((await escrow.readStates(asked, block)).map(state => [state.escrow, state]))
}

function differs(kept: KeptState, states: States): boolean {
  const state = states.get(kept.escrow)
  return state !== undefined && findMissed(kept, state).length > 0
}

async function readAgain(
  { db }: Context,
  escrow: Escrow,
  some: readonly KeptState[],
  states: States,
): Promise<readonly KeptState[]> {
  if (some.length === 0) return []
  const { kept } = await readKept(
    db,
    escrow,
    '',
    some.map(({ questId }) => questId),
  )
  return kept.filter(kept => differs(kept, states))
}

async function makeGood(
  context: Context,
  escrow: Escrow,
  { final, number: newest }: Head,
  kept: KeptState,
  state: DepositState,
): Promise<void> {
  const { log } = context
  const { questId } = kept
  for (const event of findMissed(kept, state))
    try {
      if (event.kind === 'fund' && !(await isSureOfDeposit(context, escrow, kept, event, newest))) continue
      await change(context, questId, { kind: 'reconcile', by: null, event, block: Number(final) })
      log.warn({ quest: questId, event: event.kind }, 'what no event told was taken from the contract itself')
    } catch (error) {
      log.error({ ...toLog(error), quest: questId, event: event.kind }, 'what was missed cannot be made good')
    }
}

async function setContradiction(
  { db, log }: Context,
  { questId, contradiction }: KeptState,
  found: string | null,
): Promise<void> {
  if (contradiction === found) return
  await db.updateTable('escrows').set({ contradiction: found }).where('quest_id', '=', questId).execute()
  if (found === null) log.info({ quest: questId }, 'the escrow contract and the database agree again')
  else
    log.error(
      { quest: questId, contradiction: found, onTheirWay: await readSent(db, questId) },
      'the escrow contract contradicts the database: nothing new is sent for this quest',
    )
}

/** Sent calls go on: nothing but another transaction with their nonce could stop them, and that may lose. */
async function readSent(db: Db, questId: string): Promise<readonly string[]> {
  const sent = await db
    .selectFrom('escrow_calls')
    .select('id')
    .where('quest_id', '=', questId)
    .where('state', '=', 'sent')
    .execute()
  return sent.map(({ id }) => id)
}
