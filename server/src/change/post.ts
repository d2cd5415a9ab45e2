import type { Context } from '../context.ts'
import type { EscrowRow } from '../db/escrow-tables.ts'
import { createQueue, type Outcome } from '../db/queue.ts'
import type { QuestRow } from '../db/tables.ts'
import { again } from '../db/transaction.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import { type KeyUse, writeKey } from '../idempotency/kept-keys.ts'
import { dayOf } from '../ids.ts'
import { addCounts } from '../leaderboard/record-deeds.ts'
import { oneFor } from '../one-for.ts'
import type { Spend } from '../quotas/kinds.ts'
import { withinQuotas, writeSpends } from '../quotas/spend.ts'
import { begin } from './page.ts'
import { toQuestColumns } from './rows.ts'
import { rulesOf } from './together.ts'
import { writeEffects } from './write-pages.ts'
import { writeLog } from './write-quest.ts'

/**
 * A quest to be posted: its row, what it is found by, what it is to be funded with on the chain rail, and the key that it
 * came with, if any.
 */
export type Posting = {
  readonly row: QuestRow
  readonly skills: readonly string[]
  readonly words: readonly string[]
  readonly escrow: EscrowRow | null
  readonly use?: KeyUse | null
}

/**
 * Posts a quest, with those that are posted at the same time: one statement, and one commit.
 * @throws TooManyRequestsError where its giver has posted too many today, or has too many that are not over.
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

async function write(context: Context, postings: readonly Posting[]): Promise<Outcome<QuestRow>[]> {
  const rules = rulesOf(context)
  const writes = createWrites()
  const pages = postings.map(({ row, escrow }) => begin(row, escrow, rules))
  const rows = pages.map(({ row, quest, happened }) => ({
    ...row,
    ...toQuestColumns(quest, rules.now),
    events: happened.length,
  }))
  writes.insert('quests', ...rows)
  for (const page of pages) writeLog(writes, page)
  for (const { row, skills, words, escrow } of postings) {
    for (const skill of skills) writes.insert('quest_skills', { skill, quest_id: row.id })
    for (const word of words) writes.insert('quest_words', { day: dayOf(row.id), word, quest_id: row.id })
    writes.insert('quest_texts', { quest_id: row.id, words: ` ${words.join(' ')} ` })
    if (escrow !== null) writes.insert('escrows', escrow)
  }
  writeEffects(writes, context, pages, rules.now)
  const deeds = pages.flatMap(({ row, happened }) =>
    happened.flatMap(({ at, effects }) => effects.deeds.map(deed => ({ at, questId: row.id, deed }))),
  )
  // Before the counts: PostgreSQL takes the parts of a statement from the last to the first, and whatever changes a quest
  // has people's counts before their quotas.
  writeSpends(writes, context, postings.flatMap(spendsOf))
  addCounts(writes, deeds)
  for (const { row, use = null } of postings) writeKey(writes, use, { made: row.id, at: row.created_at })
  await again(() => writeAll(context.db, writes))
  return rows.map(value => ({ value }))
}
