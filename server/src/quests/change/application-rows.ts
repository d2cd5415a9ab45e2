import type { Db } from '@furrow/storage/db.ts'
import type { ApplicationRow, QuestRow } from '@furrow/storage/tables.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import { openPrivate, sealPrivate } from '../../people/mail/private-text.ts'
import type { Application } from '../../rules/lifecycle/application.ts'
import { type Command, needs, subjectOf } from '../../rules/lifecycle/commands/all.ts'
import type { Quest } from '../../rules/lifecycle/quest.ts'
import type { Answered } from '../../rules/lifecycle/questions.ts'
import { loadNamed } from './named-rows.ts'

export async function loadApplications(
  trx: Db,
  quests: readonly QuestRow[],
  requests: readonly { readonly questId: string; readonly command: Command }[],
): Promise<Map<string, ApplicationRow[]>> {
  const choosing = new Set(quests.flatMap(({ id, admission }) => (admission === 'application' ? [id] : [])))
  const named = requests.flatMap(({ questId, command }) => {
    const farmer = needs(command, 'application') ? subjectOf(command) : null
    return farmer === null || !choosing.has(questId) ? [] : [{ quest_id: questId, farmer }]
  })
  if (named.length === 0) return new Map()
  const rows = await loadNamed(trx, 'applications', named)
  return Map.groupBy(rows, ({ quest_id }) => quest_id)
}

export function toApplication(keys: Secrets['sealing'], row: ApplicationRow): Application {
  return {
    farmer: row.farmer,
    status: row.status,
    note: openPrivate(keys, row.note),
    answers: openAnswers(keys, row),
    appliedAt: row.applied_at,
    expiresAt: row.expires_at,
    endedAt: row.ended_at,
    reason: openPrivate(keys, row.reason),
  }
}

export function toApplicationRow(
  keys: Secrets['sealing'],
  { id }: Pick<Quest, 'id'>,
  application: Application,
): ApplicationRow {
  const { farmer, status, note, answers, appliedAt, expiresAt, endedAt, reason } = application
  return {
    quest_id: id,
    farmer,
    status,
    note: sealPrivate(keys, note),
    applied_at: appliedAt,
    expires_at: expiresAt,
    ended_at: endedAt,
    reason: sealPrivate(keys, reason),
    ...sealAnswers(keys, answers),
  }
}

type AnswerColumns = Pick<ApplicationRow, 'asked' | 'answers'>

/** In two columns, since the questions are the giver's words: they go with the giver's account, and the answers stay. */
function sealAnswers(keys: Secrets['sealing'], answers: readonly Answered[]): AnswerColumns {
  const seal = (texts: readonly string[]) =>
    sealPrivate(keys, texts.length === 0 ? null : JSON.stringify(texts))
  return {
    asked: seal(answers.map(({ question }) => question)),
    answers: seal(answers.map(({ answer }) => answer)),
  }
}

export function openAnswers(
  keys: Secrets['sealing'],
  { asked, answers }: AnswerColumns,
): readonly Answered[] {
  const open = (texts: string | null) => JSON.parse(openPrivate(keys, texts) ?? '[]') as readonly string[]
  const questions = open(asked)
  return open(answers).map((answer, index) => ({ question: questions[index] ?? '', answer }))
}
