import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import { createQueue, type Outcome } from '@furrow/storage/queue.ts'
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
import { wakeBot, writeLog } from './write-quest.ts'
import { writeEffects } from './write-quests.ts'

export type Posting = {
  readonly row: QuestRow
  readonly skills: readonly string[]
  readonly words: readonly string[]
  readonly escrow: EscrowRow | null
  readonly use?: KeyUse | null
  readonly draft?: string | undefined
  readonly via?: Via
}

/**
 * Posts a quest, with those that are posted at the same time: one statement, and one commit.
 * @throws NotFoundError where its draft is not there any more; TooManyRequestsError where its giver has posted too many
 *   today, or has too many that are not over.
 */
export async function post(context: Context, posting: Posting): Promise<QuestRow> {
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

function spendsOf({ row: { giver } }: Posting): Spend[] {
  return [
    { address: giver, kind: 'quests' },
    { address: giver, kind: 'live-quests' },
  ]
}

function write(context: Context, postings: readonly Posting[]): Promise<Outcome<QuestRow>[]> {
  const isOfDraft = postings.some(({ draft }) => draft !== undefined)
  if (!isOfDraft) return writeOn(context.db, context, postings, [])
  return transaction(context.db, async trx => {
    const drafts = await takeDrafts(trx, postings)
    const open = postings.filter((_, index) => 'value' in (drafts[index] as (typeof drafts)[number]))
    const returns = drafts.flatMap(draft => ('value' in draft ? draft.value : []))
    const written = open.length === 0 ? [] : await writeOn(trx, context, open, returns)
    let next = 0
    return drafts.map(draft => ('error' in draft ? draft : (written[next++] as Outcome<QuestRow>)))
  })
}

async function writeOn(
  db: Db,
  context: Context,
  postings: readonly Posting[],
  returns: readonly Spend[],
): Promise<Outcome<QuestRow>[]> {
  const rules = rulesOf(context)
  const writes = createWrites()
  const loadedQuests = postings.map(({ row, escrow, via = null }) =>
    openQuest(row, escrow, rules, context.escrows, via),
  )
  const rows = loadedQuests.map(({ row, quest, happened }) => ({
    ...row,
    ...toQuestColumns(quest, rules.now),
    events: happened.length,
  }))
  writes.insert('quests', ...rows)
  for (const loaded of loadedQuests) writeLog(writes, loaded)
  for (const row of rows) wakeBot(writes, row)
  for (const { row, skills, words, escrow } of postings) {
    writeFoundBy(writes, row.id, { skills, words })
    if (escrow !== null) writes.insert('escrows', escrow)
  }
  // That a quest is posted is told to nobody.
  writeEffects(writes, context, loadedQuests, rules.now, new Map())
  const deeds = loadedQuests.flatMap(({ row, happened }) =>
    happened.flatMap(({ at, effects }) =>
      effects.deeds.map(deed => ({ at, questId: row.id, about: row, deed })),
    ),
  )
  // Before the counts: PostgreSQL takes the parts of a statement from the last to the first, and each change of a quest
  // takes people's counts before their quotas.
  writeSpends(writes, context, postings.flatMap(spendsOf))
  returnSpends(writes, returns)
  addCounts(writes, deeds)
  for (const { row, use = null } of postings) writeKey(writes, use, { made: row.id, at: row.created_at })
  await writeAll(db, writes)
  return rows.map(value => ({ value }))
}
