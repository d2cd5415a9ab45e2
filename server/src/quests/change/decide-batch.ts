import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { isOverspent } from '@furrow/storage/overspent.ts'
import { endWith } from '@furrow/storage/pipelined.ts'
import type { Outcome } from '@furrow/storage/queue.ts'
import { OutdatedError } from '@furrow/storage/transaction.ts'
import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites, type Writes } from '@furrow/storage/writes.ts'
import { writeKey } from '../../access/idempotency/kept-keys.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { conditionsOf } from '../../rules/lifecycle/conditions.ts'
import type { Deed, DeedDone } from '../../rules/lifecycle/deeds.ts'
import type { Rules } from '../../rules/lifecycle/rules.ts'
import { recordDeeds } from '../../rules/points/record-deeds.ts'
import { type Answers, readAnswers } from './answers.ts'
import { rewriteFoundBy } from './found-by.ts'
import { holdPlaces } from './hold-places.ts'
import { completeLanguages, readLanguagesAhead } from './languages-ahead.ts'
import { loadQuests, type Request } from './load.ts'
import { loadKnowledge } from './load-known.ts'
import { apply, type LoadedQuest } from './loaded-quest.ts'
import type { FoundRow } from './lock.ts'
import { toHttpError } from './refused.ts'
import { dropCalls, writeChainEvent } from './write-chain.ts'
import { writeQuests } from './write-quests.ts'
import { writeQuotas } from './write-quotas.ts'
import { dropTeams } from './write-teams.ts'

export type Changed = {
  readonly row: FoundRow
  readonly changed: boolean
  readonly answers: Promise<Answers> | null
}

/** A contest tells, or pays, up to 500 people in one commit: others are served meanwhile. */
function tellsMany({ happened }: LoadedQuest): boolean {
  const told = happened.flatMap(({ effects }) => effects.notices.map(({ to }) => to.length))
  return told.reduce((sum, count) => sum + count, happened.length) > 100
}

/** A command that is refused, or that fails, changes nothing and hinders no other; each is answered in its place. */
export async function decideBatch(
  trx: Db,
  context: Context,
  locking: Promise<readonly FoundRow[]>,
  requests: readonly Request[],
): Promise<Outcome<Changed>[]> {
  const rules = rulesOf(context)
  const [loadedQuests, knowledge, ahead] = await Promise.all([
    loadQuests(trx, context, locking, requests),
    loadKnowledge(trx, locking, requests, rules),
    readLanguagesAhead(trx, requests),
  ])
  const writes = createWrites({ isOfOne: requests.length === 1 })

  const decideOne = async (request: Request): Promise<Outcome<boolean>> => {
    const { questId, command } = request
    try {
      const loaded = loadedQuests.get(questId)
      if (loaded === undefined)
        throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
      knowledge.requireUnfrozen(request)
      const known = knowledge.of(request)
      const after = await apply(loaded, command, rules, known)
      if (command.kind === 'mirror' && !known.mirrored) writeChainEvent(writes, questId, command.event)
      knowledge.learn(request, after.happened.slice(loaded.happened.length))
      loadedQuests.set(questId, after)
      return { value: after !== loaded }
    } catch (error) {
      return { error: toHttpError(error, rules.now) }
    }
  }
  const decided: Outcome<boolean>[] = []
  for (const request of requests) decided.push(await decideOne(request))

  const turned = [...loadedQuests.values()].filter(({ happened }) => happened.length > 0)
  const done = turned.flatMap(loaded =>
    loaded.happened.flatMap(({ at, effects }) => deedsAt(loaded, at, effects.deeds)),
  )
  const isForMany = turned.some(tellsMany)
  if (isForMany) await nextTurn()
  const [languages] = await Promise.all([
    completeLanguages(trx, ahead, turned),
    holdPlaces(trx, rules, knowledge, done, idsWithLimits(turned)),
    done.length === 0 ? null : recordDeeds(trx, writes, context.config, done),
  ])
  if (isForMany) await nextTurn()
  const rows = await writeQuests(writes, context, turned, rules, languages)
  await rewriteFound(trx, writes, turned, requests, decided)
  writeQuotas(writes, context, turned)
  if (writes.all.length > 0) writes.count('quests')
  await dropCalls(trx, turned)
  await dropTeams(trx, turned)
  for (const [index, outcome] of decided.entries()) {
    const { questId, use = null } = requests[index] as Request
    // A command that changed nothing may as well be asked again.
    if (isDone(outcome)) writeKey(writes, use, { made: questId, at: rules.now })
  }
  if (isForMany) await nextTurn()
  const writing = writeAll(trx, writes).catch(error => {
    // Somebody's quota was used up elsewhere meanwhile: decided again, only their command is refused.
    throw isOverspent(error) ? new OutdatedError('a quota is used up', { cause: error }) : error
  })
  const asked = new Set(requests.flatMap(({ questId, isAnswered }) => (isAnswered ? [questId] : [])))
  const answered = [...loadedQuests.values()].flatMap(({ row: before }) =>
    asked.has(before.id) ? [{ before, after: rows.get(before.id) ?? before }] : [],
  )
  const read = () => readAnswers(trx, context.db, answered)
  const answers = answered.length === 0 ? null : engineOf(trx) === 'postgres' ? read() : writing.then(read)
  await endWith(
    trx,
    Promise.all([writing, answers]).then(() => {}),
  )

  const counts = new Map((await locking).map(({ id, comment_count }) => [id, comment_count]))
  return decided.map((outcome, index) => {
    if ('error' in outcome) return outcome
    const { questId } = requests[index] as Request
    const row = rows.get(questId) ?? (loadedQuests.get(questId) as LoadedQuest).row
    const found = { ...row, comment_count: counts.get(questId) ?? 0 }
    return { value: { row: found, changed: outcome.value, answers } }
  })
}

async function rewriteFound(
  trx: Db,
  writes: Writes,
  turned: readonly LoadedQuest[],
  requests: readonly Request[],
  decided: readonly Outcome<boolean>[],
): Promise<void> {
  for (const { row, quest } of turned) {
    const found = requests.findLast(
      ({ questId, found }, index) => questId === row.id && found && isDone(decided[index]),
    )
    if (found?.found !== undefined && quest.revision !== row.revision)
      await rewriteFoundBy(trx, writes, row, found.found)
  }
}

export function rulesOf({ clock, config }: Pick<Context, 'clock' | 'config'>): Rules {
  const { acceptMs, idleMs, reviewWindowMs, disputeMs, platformWallet, pointsFor, quotas, ladder } = config
  return {
    now: clock.now(),
    acceptMs,
    idleMs,
    reviewWindowMs,
    disputeMs,
    arbiter: platformWallet,
    pointsFor,
    mostHeld: quotas.places,
    mostWithdrawn: quotas.withdrawalsADay,
    mostApplied: quotas.applicationsADay,
    ladder,
  }
}

function idsWithLimits(loadedQuests: readonly LoadedQuest[]): ReadonlySet<string> {
  return new Set(
    loadedQuests.flatMap(({ row, quest }) => (conditionsOf(quest).maxHeldHere === undefined ? [] : [row.id])),
  )
}

function isDone(outcome: Outcome<boolean> | undefined): boolean {
  return outcome !== undefined && 'value' in outcome && outcome.value
}

function deedsAt({ row }: LoadedQuest, at: number, deeds: readonly Deed[]): DeedDone[] {
  return deeds.map(deed => ({ at, questId: row.id, about: row, deed }))
}
