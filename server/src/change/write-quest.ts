import { never } from '../clock.ts'
import type { MergeRow, QuestEventTable, QuestRow } from '../db/tables.ts'
import type { Writes } from '../db/writes.ts'
import { isAboutApplication } from '../lifecycle/application.ts'
import type { QuestEvent } from '../lifecycle/events.ts'
import type { Rules } from '../lifecycle/rules.ts'
import { changedBy } from '../lifecycle/terms.ts'
import { recheckAt } from '../lifecycle/work.ts'
import { toApplicationRow } from './application-rows.ts'
import type { Happened, Page } from './page.ts'
import { toQuestColumns, toTermColumns } from './rows.ts'
import { writeEdits } from './write-edits.ts'
import { writePayments } from './write-payments.ts'

/** The row of the quest, those of the parts that changed, and the log of what happened. */
export function writeQuest(writes: Writes, page: Page, rules: Rules): QuestRow {
  const { row, quest, happened } = page
  const isEdited = happened.some(({ event }) => event.kind === 'edited')
  const columns = {
    ...(isEdited && toTermColumns(quest)),
    ...toQuestColumns(quest, rules.now),
    events: row.events + happened.length,
  }
  writes.set('quests', ['id'], { id: row.id, ...columns })
  writeParts(writes, page, rules)
  writeApplications(writes, page)
  if (isEdited) writeEdits(writes, page)
  writePayments(writes, page)
  writeLog(writes, page)
  const written = { ...row, ...columns }
  wakeComment(writes, row)
  if (isEdited) wakeComment(writes, written)
  return written
}

/** What the service says of it in its issue, if it says something there, is looked after again. */
export function wakeComment(
  writes: Writes,
  { repo_key, issue_number }: Pick<QuestRow, 'repo_key' | 'issue_number'>,
): void {
  if (repo_key === null || issue_number === null) return
  writes.set('bot_comments', ['repo_key', 'issue_number'], { repo_key, issue_number, next_at: 0 })
}

export function writeLog(writes: Writes, { row, happened }: Page): void {
  for (const [index, { at, actor, event }] of happened.entries())
    writes.insert('quest_events', {
      quest_id: row.id,
      number: row.events + index + 1,
      at,
      kind: event.kind,
      actor,
      farmer: 'farmer' in event ? event.farmer : null,
      details: detailsOf(event),
    })
}

function writeParts(writes: Writes, page: Page, rules: Rules): void {
  const { row, quest, rows, happened } = page
  const kinds = Map.groupBy(happened, ({ event }) =>
    'farmer' in event && !isAboutApplication(event) ? event.farmer : null,
  )
  for (const [farmer, own] of kinds) {
    const part = farmer === null ? undefined : rows.get(farmer)
    const work = farmer === null ? undefined : quest.work.get(farmer)
    if (part === undefined || work === undefined) continue
    writes.put('assignments', ['quest_id', 'farmer'], part)
    for (const happened of own) writeEvidence(writes, row.id, happened)
    if (part.merge_check === null) continue
    const check_at = recheckAt(quest, work, rules) ?? never
    const facts = own.map(factsOf).find(facts => facts !== null)
    if (facts === undefined)
      writes.set('merges', ['quest_id', 'farmer'], { quest_id: row.id, farmer: part.farmer, check_at })
    else writes.insert('merges', { quest_id: row.id, farmer: part.farmer, ...facts, check_at })
  }
}

function writeEvidence(writes: Writes, questId: string, { at, event }: Happened): void {
  if (event.kind !== 'evidence-added') return
  const { farmer, number, role, url, note } = event
  writes.insert('dispute_evidence', { quest_id: questId, farmer, number, role, url, note, at })
}

function writeApplications(writes: Writes, { quest, happened }: Page): void {
  const farmers = new Set(happened.flatMap(({ event }) => (isAboutApplication(event) ? [event.farmer] : [])))
  for (const farmer of farmers) {
    const application = quest.applications.get(farmer)
    if (application !== undefined)
      writes.put('applications', ['quest_id', 'farmer'], toApplicationRow(quest, application))
  }
}

/** What was true when the work was proved, to be compared when it is paid. */
function factsOf({ at, event }: Happened): Omit<MergeRow, 'quest_id' | 'farmer' | 'check_at'> | null {
  if (event.kind !== 'merged' || event.facts === null) return null
  const { facts } = event
  return {
    repository_id: facts.repositoryId,
    repository: facts.repository,
    pull_request: event.pullRequest,
    pull_request_id: facts.pullRequestId,
    author_id: facts.authorId,
    merged_by_id: facts.mergedById,
    merged_at: facts.mergedAt,
    merge_sha: facts.mergeSha,
    base_branch: facts.baseBranch,
    text_hash: facts.textHash,
    issue_number: facts.issueNumber,
    issue_closed: facts.issueClosed ? 1 : 0,
    readable: facts.readable ? 1 : 0,
    seen_at: at,
    tries: 0,
  }
}

/** What the log tells of an event beyond its kind and whom it is about. */
function detailsOf(event: QuestEvent): QuestEventTable['details'] {
  if (event.kind === 'merged') {
    const { repoKey: repository, pullRequest, reviewEndsAt } = event
    return JSON.stringify({ repository, pullRequest, reviewEndsAt })
  }
  if (event.kind === 'account-pinned') return '{}'
  // Who may read it is not everybody.
  if (event.kind === 'evidence-added') return JSON.stringify({ role: event.role })
  // What is said to one person is not for everybody who reads the log.
  if (event.kind === 'applied') return JSON.stringify({ expiresAt: event.expiresAt })
  if (event.kind === 'declined' || event.kind === 'removed') return '{}'
  if (event.kind === 'edited') return JSON.stringify({ changed: changedBy(event) })
  const { kind: _, farmer: __, account: ___, reviewer: ____, ...details } = event as Record<string, unknown>
  return JSON.stringify(details)
}
