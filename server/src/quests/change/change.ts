import type { Db } from '@furrow/storage/db.ts'
import { inOneBatch } from '@furrow/storage/in-one-batch.ts'
import type { Outcome } from '@furrow/storage/queue.ts'
import { createQueue } from '@furrow/storage/queue.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import type { Edit } from '../../rules/lifecycle/commands/editing.ts'
import type { Sent } from '../../rules/lifecycle/commands/sent.ts'
import type { Answer } from './answers.ts'
import { type Changed, decideBatch } from './decide-batch.ts'
import type { FoundBy } from './found-by.ts'
import type { Request } from './load.ts'
import { type FoundRow, findQuests, lockQuests } from './lock.ts'
import { createWaitingLines } from './waiting-lines.ts'

/**
 * Locks a quest, reads the command's places, decides, and writes state, log and all that follows in one commit;
 * simultaneous commands go together. Gives the row after it. @throws NotFoundError; HttpError with a rule's sentence.
 */
export async function change(
  context: Context,
  questId: string,
  command: Command,
  use: KeyUse | null = null,
): Promise<FoundRow> {
  return (await queueOf(context)({ questId, command, use })).row
}

/** As `change`, for an answer that shows the quest: much of it comes with the commit. */
export async function changeAndRead(
  context: Context,
  questId: string,
  command: Command,
  use: KeyUse | null = null,
): Promise<ReadRow> {
  const { row, answers } = await queueOf(context)({ questId, command, use, isAnswered: true })
  const read = await answers
  read?.keep()
  return { row, ...read?.of(questId) }
}

export type ReadRow = Answer & { readonly row: FoundRow }

export async function changeTerms(
  context: Context,
  questId: string,
  { command, found, use }: { command: Edit & Sent; found: FoundBy; use: KeyUse | null },
): Promise<FoundRow> {
  return (await queueOf(context)({ questId, command, found, use })).row
}

export async function tryChange(context: Context, questId: string, command: Command): Promise<Changed> {
  return queueOf(context)({ questId, command })
}

/** As `change`, for several quests, in a transaction of the caller's that does more. */
export async function changeWithin(
  trx: Db,
  context: Context,
  requests: readonly Request[],
): Promise<Outcome<Changed>[]> {
  return decideBatch(trx, context, lockQuests(trx, idsOf(requests), true), requests)
}

/** More than this would keep the first of them waiting, and the event loop busy. */
const most = 32

type Queue = (request: Request) => Promise<Changed>
const queueOf = oneFor(createChanges)

/** Quests that another process holds get a line each, so that the others do not wait for them. */
function createChanges(context: Context): Queue {
  const inOne =
    <R>(act: (trx: Db, some: readonly Request[]) => Promise<Outcome<R>[]>) =>
    (requests: readonly Request[]) =>
      inOneBatch(requests, some => transaction(context.db, trx => act(trx, some), { readsFirst: true }))
  const wait = createWaitingLines(inOne((trx, some) => changeWithin(trx, context, some)))
  const changeUnheld = inOne(async (trx, some): Promise<Outcome<Changed | 'held'>[]> => {
    const locking = lockQuests(trx, idsOf(some), false)
    const outcomes = await decideBatch(trx, context, locking, some)
    const locked = new Set((await locking).map(({ id }) => id))
    const absent = idsOf(some).filter(id => !locked.has(id))
    const held = absent.length === 0 ? new Set<string>() : await findQuests(trx, absent)
    return some.map(({ questId }, index) =>
      held.has(questId) ? { value: 'held' } : (outcomes[index] as Outcome<Changed>),
    )
  })
  return createQueue(
    'changes',
    async requests => {
      const outcomes = await changeUnheld(requests)
      // Not before: a transaction may run twice.
      return outcomes.map((outcome, index): Outcome<Changed | Promise<Changed>> => {
        if ('error' in outcome) return outcome
        return { value: outcome.value === 'held' ? wait(requests[index] as Request) : outcome.value }
      })
    },
    most,
  )
}

function idsOf(requests: readonly Request[]): string[] {
  return [...new Set(requests.map(({ questId }) => questId))]
}
