import type { QuestStatus } from '@furrow/sdk/contract'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { readKnownName } from '../../people/profile/cards.ts'
import { type Payer, readPayers } from '../../people/profile/payer-record.ts'
import { tellRecord } from '../../people/profile/payer-words.ts'
import { findQuestRow } from '../../quests/board/one-quest.ts'
import type { FoundRow } from '../../quests/change/lock.ts'
import { describeJob } from './job-posting.ts'
import { createPreview, type Preview } from './preview.ts'
import { excerptOf, groupDigits, oneLine } from './words.ts'

const statuses: Readonly<Record<QuestStatus, string>> = {
  open: 'Open',
  'in-progress': 'In progress',
  'in-review': 'In review',
  disputed: 'Disputed',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** @throws NotFoundError */
export async function previewQuest(context: Context, id: string): Promise<Preview> {
  const row = await findQuestRow(context.db, id)
  if (row.hidden_at !== null) throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  const title = oneLine(row.title, 120)
  const figure = `${groupDigits(row.amount)} ${row.token}`
  const paused = row.paused === 1 && row.status === 'in-progress'
  const status = paused ? 'Takes no farmers for now' : statuses[row.status]
  const { record } = (await readPayers(context.db, [row.giver])).get(row.giver) as Payer
  const pays = record.decided === 0 ? [] : [`pays ${tellRecord(record)}`]
  const facts = [...factsOf(row, context.clock.now()), ...pays]
  const giver = await readKnownName(context, row.giver)
  const told = [figure, ...facts, status, `by ${giver}`].join(' · ')
  const about = context.config.jobPostings ? describeJob(row, giver, context.clock.now()) : null
  return createPreview(context, {
    status,
    title,
    figure,
    facts,
    kind: 'article',
    path: `/quests/${row.id}`,
    description: oneLine(`${told}. ${excerptOf(row.description, 200)}`, 300),
    picture: `/og/quests/${row.id}.png`,
    instead: 'A quest',
    ...(about !== null && { about }),
  })
}

function factsOf({ deadline, max_farmers: most, status, taken }: FoundRow, now: number): string[] {
  const facts: string[] = []
  const over = status === 'completed' || status === 'cancelled'
  if (most > 1) facts.push(over ? `for each of ${most}` : `each, ${most - taken} of ${most} places free`)
  if (deadline !== null && !over) facts.push(timeLeft(deadline - now))
  return facts
}

function timeLeft(left: number): string {
  if (left <= 0) return 'deadline is over'
  const days = Math.ceil(left / day)
  return days === 1 ? '1 day left' : `${days} days left`
}
