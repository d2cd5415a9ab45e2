import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { inOneBatch } from '@furrow/storage/in-one-batch.ts'
import { isGeneral, toLog } from '@furrow/storage/outage.ts'
import type { Outcome } from '@furrow/storage/queue.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Context } from '../../ground/context.ts'
import { changeWithin } from './change.ts'
import type { Changed } from './decide-batch.ts'
import type { Request } from './load.ts'

/** In order, and without waiting for quests that another transaction has locked. */
export type FindDue = (
  db: Db,
  loaded: { readonly limit: number; readonly offset: number },
) => Promise<Request[]>

/** Commands in one transaction: SQLite works inside this process, whose other work waits as long. */
const batches = { sqlite: 3, postgres: 32 }

/**
 * Does everything that is due, in batches, and says how much that was. Any number of processes may share the work at once:
 * each locks what it takes, looks again, and acts only if it is still due. Failures are logged and left for the next round,
 * and hold up nothing else, however many there are. Other work has its turn between two batches.
 */
export async function changeDue(context: Context, find: FindDue): Promise<number> {
  const limit = batches[engineOf(context.db)]
  // A look without a lock, which is all that most rounds need.
  if ((await find(context.db, { limit: 1, offset: 0 })).length === 0) return 0
  let done = 0
  for (let left = 0; ; ) {
    const { requests, outcomes } = await oneBatch(context, find, { limit, offset: left })
    const changed = outcomes.filter((outcome, index) => isDone(context, requests[index], outcome)).length
    done += changed
    left += outcomes.length - changed
    if (outcomes.length < limit) return done
  }
}

async function oneBatch(
  context: Context,
  find: FindDue,
  loaded: { readonly limit: number; readonly offset: number },
): Promise<{ requests: readonly Request[]; outcomes: readonly Settled[] }> {
  let requests: readonly Request[] = []
  try {
    const outcomes = await transaction(context.db, async trx => {
      requests = await find(trx, loaded)
      return requests.length === 0 ? [] : changeWithin(trx, context, requests)
    })
    return { requests, outcomes: outcomes.map(settle) }
  } catch (error) {
    if (isGeneral(error) || requests.length === 0) throw error
  }
  const outcomes: Settled[] = []
  for (const request of requests) {
    const [outcome] = await inOneBatch([request], some =>
      transaction(context.db, trx => changeWithin(trx, context, some)),
    )
    outcomes.push(settle(outcome as Outcome<Changed>))
  }
  return { requests, outcomes }
}

type Settled = { readonly changed: boolean } | { readonly error: unknown }

function settle(outcome: Outcome<Changed>): Settled {
  return 'error' in outcome ? outcome : { changed: outcome.value.changed }
}

function isDone({ log }: Context, request: Request | undefined, outcome: Settled): boolean {
  if (!('error' in outcome)) return outcome.changed
  const about = { quest: request?.questId, what: request?.command.kind }
  log.error({ ...toLog(outcome.error), ...about }, 'something due could not be done and will be tried again')
  return false
}
