import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Escrow } from '../clients/escrow.ts'
import type { Context } from '../context.ts'
import { recheckMerges } from '../verify/recheck.ts'
import type { Broadcasts } from './attempts.ts'
import { mirrorEvents } from './mirror.ts'
import { queueCall } from './outbox.ts'
import { setProblem } from './problem.ts'
import { sendCalls } from './sender.ts'

export type Keeper = {
  /** One look at the chain, and all that follows from it. */
  round(): Promise<void>
}

export async function createKeeper(context: Context, escrow: Escrow): Promise<Keeper> {
  const broadcasts: Broadcasts = new Map()
  await enrol(context, escrow)
  return {
    async round() {
      const head = await escrow.readHead().catch(async error => {
        await setProblem(context, escrow, 'chain-unreachable')
        throw error
      })
      await mirrorEvents(context, escrow, head)
      // By the chain's clock, or by ours where the chain is quiet.
      const time = Math.max(head.time, context.clock.now())
      await recheckMerges(context, time)
      await queueDue(context, escrow, time)
      await setProblem(context, escrow, await sendCalls(context, escrow, head, broadcasts))
    },
  }
}

/**
 * The loop between the service and the contract; nothing where there is no chain rail. Every process runs one.
 * Disposing of it waits for the round that is under way.
 */
export function startKeeper(context: Context): AsyncDisposable {
  const { escrow } = context
  if (escrow === null) return { async [Symbol.asyncDispose]() {} }
  const stop = new AbortController()
  const loop = run(context, escrow, stop.signal)
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await loop
    },
  }
}

async function run(context: Context, escrow: Escrow, signal: AbortSignal): Promise<void> {
  const keeper = await createKeeper(context, escrow)
  while (!signal.aborted) {
    try {
      await keeper.round()
    } catch (error) {
      context.log.warn({ err: error }, 'the escrow cannot be kept right now; trying again')
    }
    await sleep(escrow.pollMs, undefined, { signal }).catch(() => {})
  }
}

async function enrol({ db }: Context, { id, operatorId }: Escrow): Promise<void> {
  await db
    .insertInto('escrow_operators')
    .values({ operator: operatorId, next_nonce: 0 })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .insertInto('escrow_contracts')
    .values({ contract: id, next_block: null, problem: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Owes the contract what its time has come for. */
async function queueDue(context: Context, escrow: Escrow, time: number): Promise<void> {
  const { db } = context
  const dueWork = (
    call: 'release' | 'settle',
    status: 'in-review' | 'disputed',
    end: 'review_ends_at' | 'dispute_ends_at',
  ) =>
    db
      .selectFrom('assignments')
      .innerJoin('escrows', 'escrows.quest_id', 'assignments.quest_id')
      .select(['assignments.quest_id', 'assignments.farmer'])
      .where('assignments.rail', '=', 'chain')
      .where('assignments.status', '=', status)
      .where(end, '<=', time)
      .where('assignments.proposed', '=', 1)
      // Nothing is proved by a merge, or the code host said again that it stands.
      .where(({ eb, or }) =>
        or([
          eb('assignments.merge_check', 'is', null),
          eb('assignments.merge_check', '=', 'clear'),
          eb('assignments.status', '=', 'disputed'),
        ]),
      )
      .where('escrows.contract', '=', escrow.id)
      .where(({ not, exists, selectFrom, ref }) =>
        not(
          exists(
            selectFrom('escrow_calls')
              .select('escrow_calls.id')
              .where(
                'escrow_calls.id',
                '=',
                sql<string>`${sql.lit(`${call}:`)} || ${ref('assignments.quest_id')} || ':' || ${ref('assignments.farmer')}`,
              ),
          ),
        ),
      )
      .orderBy(end)
      .limit(100)
      .execute()
  for (const { quest_id, farmer } of await dueWork('release', 'in-review', 'review_ends_at'))
    await queueCall(db, context, { kind: 'release', questId: quest_id, farmer })
  for (const { quest_id, farmer } of await dueWork('settle', 'disputed', 'dispute_ends_at'))
    await queueCall(db, context, { kind: 'settle', questId: quest_id, farmer })
}
