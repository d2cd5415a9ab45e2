import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import { createQueue, goOn, type Outcome } from '@furrow/storage/queue.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites } from '@furrow/storage/writes.ts'
import { type KeyUse, writeKey } from '../../access/idempotency/kept-keys.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { returnSpends, withinQuotas, writeSpends } from '../../access/quotas/spend.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { addCounts } from '../../rules/points/record-deeds.ts'
import { rulesOf } from './decide-batch.ts'
import { writeFoundBy } from './found-by.ts'
import { openQuest } from './loaded-quest.ts'
import { toQuestColumns } from './rows.ts'
import { takeDrafts } from './take-drafts.ts'
import { type Continued, takePlans } from './take-plans.ts'
import { tellNextPart } from './tell-next-part.ts'
import { wakeBot, writeLog } from './write-quest.ts'
import { writeEffects } from './write-quests.ts'

type NewPart = {
  readonly row: QuestRow
  readonly skills: readonly string[]
  readonly words: readonly string[]
  readonly escrow: EscrowRow | null
}

export type Posting = {
  readonly parts: readonly [NewPart, ...NewPart[]]
  /** The quest of the same giver that the first part follows in its plan. */
  readonly after?: string | undefined
  readonly use?: KeyUse | null
  readonly draft?: string | undefined
  readonly via?: Via
}

/**
 * Simultaneous posts are one statement and one commit. @throws NotFoundError without its draft, or the quest that it
 * follows; ForbiddenError and ConflictError where it cannot follow it; TooManyRequestsError for too many today, or in
 * all.
 */
export async function post(context: Context, posting: Posting): Promise<readonly QuestRow[]> {
  return queueOf(context)(posting)
}

const most = 32
const queueOf = oneFor((context: Context) =>
  createQueue(
    'posted quests',
    (postings: readonly Posting[]) => withinQuotas(context, postings, spendsOf, some => write(context, some)),
    most,
  ),
)

function spendsOf({ parts }: Posting): Spend[] {
  const { giver } = parts[0].row
  return [
    { address: giver, kind: 'quests', amount: parts.length },
    { address: giver, kind: 'live-quests', amount: parts.length },
  ]
}

type Written = readonly QuestRow[]

function write(context: Context, postings: readonly Posting[]): Promise<Outcome<Written>[]> {
  const isAlone = postings.every(({ draft, after }) => draft === undefined && after === undefined)
  const open = postings.map(posting => ({ posting, continued: null, returns: [] }))
  if (isAlone) return writeOn(context.db, context, open)
  return transaction(context.db, async trx => {
    const planned = await takePlans(trx, postings)
    const taken = await goOn(planned, some => takeDrafts(trx, some))
    return goOn(taken, some => writeOn(trx, context, some))
  })
}

type Open = {
  readonly posting: Posting
  readonly continued: Continued
  readonly returns: readonly Spend[]
}

/** A quest by itself is in no plan until another one follows it. */
function inPlan({ posting: { parts }, continued }: Open): readonly NewPart[] {
  if (continued === null && parts.length === 1) return parts
  const { plan, last } = continued ?? { plan: parts[0].row.id, last: 0 }
  return parts.map((part, index) => ({ ...part, row: { ...part.row, plan, plan_place: last + index + 1 } }))
}

async function writeOn(db: Db, context: Context, open: readonly Open[]): Promise<Outcome<Written>[]> {
  const rules = rulesOf(context)
  const writes = createWrites({ isOfOne: open.length === 1 })
  const postings = open.map(({ posting }) => posting)
  const parts = open.flatMap(one => inPlan(one).map(part => ({ ...part, via: one.posting.via ?? null })))
  const loadedQuests = parts.map(({ row, escrow, via }) =>
    openQuest(row, escrow, rules, context.escrows, via),
  )
  const rows = loadedQuests.map(({ row, quest, happened }) => ({
    ...row,
    ...toQuestColumns(quest, rules.now),
    events: happened.length,
  }))
  writes.insert('quests', ...rows)
  for (const { continued } of open)
    if (continued?.begins)
      writes.set('quests', ['id'], { id: continued.plan, plan: continued.plan, plan_place: 1 })
  for (const loaded of loadedQuests) writeLog(writes, loaded)
  for (const row of rows) wakeBot(writes, row)
  for (const { row, skills, words, escrow } of parts) {
    writeFoundBy(writes, row.id, { skills, words })
    if (escrow !== null) writes.insert('escrows', escrow)
  }
  const following = open.flatMap(({ continued, posting }) =>
    continued === null ? [] : [{ before: continued.before, title: posting.parts[0].row.title }],
  )
  await tellNextPart(db, writes, context, following, rules.now)
  // Nobody is told of a quest by itself, or of the parts of a new plan.
  await writeEffects(writes, context, loadedQuests, rules.now, new Map())
  const deeds = loadedQuests.flatMap(({ row, happened }) =>
    happened.flatMap(({ at, effects }) =>
      effects.deeds.map(deed => ({ at, questId: row.id, about: row, deed })),
    ),
  )
  // PostgreSQL writes parts last to first, and each change of a quest takes counts before quotas.
  writeSpends(writes, context, postings.flatMap(spendsOf))
  returnSpends(
    writes,
    open.flatMap(({ returns }) => returns),
  )
  addCounts(writes, deeds)
  for (const { parts, use = null } of postings)
    writeKey(writes, use, { made: parts[0].row.id, at: parts[0].row.created_at })
  await writeAll(db, writes)
  const byId = new Map(rows.map(row => [row.id, row]))
  return postings.map(({ parts }) => ({ value: parts.map(({ row }) => byId.get(row.id) ?? row) }))
}
