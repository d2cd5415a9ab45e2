import type { Db } from '@furrow/storage/db.ts'
import type { ApplicationRow, QuestRow } from '@furrow/storage/tables.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import { openPrivate, sealPrivate } from '../../people/mail/private-text.ts'
import type { Application } from '../../rules/lifecycle/application.ts'
import { type Command, needs, subjectOf } from '../../rules/lifecycle/commands/all.ts'
import type { Quest } from '../../rules/lifecycle/quest.ts'
import { loadNamed } from './named-rows.ts'

/** Most quests take no applications, and are not asked for any. */
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
  const { farmer, status, note, appliedAt, expiresAt, endedAt, reason } = application
  return {
    quest_id: id,
    farmer,
    status,
    note: sealPrivate(keys, note),
    applied_at: appliedAt,
    expires_at: expiresAt,
    ended_at: endedAt,
    reason: sealPrivate(keys, reason),
  }
}
