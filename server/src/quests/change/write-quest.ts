import type { CoAuthorTable, MergeRow, QuestRow } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import { never } from '../../ground/clock.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import type { Context } from '../../ground/context.ts'
import { sealPrivate } from '../../people/mail/private-text.ts'
import { recheckAt } from '../../rules/lifecycle/commands/work.ts'
import { isAboutApplication } from '../../rules/lifecycle/events/all.ts'
import { publicDetailsOf } from '../../rules/lifecycle/events/public.ts'
import type { Rules } from '../../rules/lifecycle/rules.ts'
import { toApplicationRow } from './application-rows.ts'
import { writeContest } from './contest-rows.ts'
import type { Happened, LoadedQuest } from './loaded-quest.ts'
import { toQuestColumns, toTermColumns } from './rows.ts'
import { writeEdits } from './write-edits.ts'
import { writePayments } from './write-payments.ts'
import { writeTeams } from './write-teams.ts'

export function writeQuest(
  writes: Writes,
  { secrets }: Pick<Context, 'secrets'>,
  loaded: LoadedQuest,
  rules: Rules,
): QuestRow {
  const { row, quest, happened } = loaded
  const isEdited = happened.some(({ event }) => event.kind === 'edited')
  // A contest has a place for each of its winners once it is decided.
  const isTurned = isEdited || quest.places !== row.max_farmers
  const columns = {
    ...(isTurned && toTermColumns(quest)),
    ...toQuestColumns(quest, rules.now),
    events: row.events + happened.length,
  }
  writes.set('quests', ['id'], { id: row.id, ...columns })
  writeParts(writes, loaded, rules)
  writeTeams(writes, loaded, rules.now)
  writeEvidence(writes, secrets, loaded)
  writeApplications(writes, secrets, loaded)
  if (isEdited) writeEdits(writes, loaded)
  writePayments(writes, loaded)
  writeContest(writes, loaded)
  writeLog(writes, loaded)
  const written = { ...row, ...columns }
  wakeBot(writes, row)
  if (isEdited) wakeBot(writes, written)
  return written
}

export function wakeBot(
  writes: Writes,
  { repo_key, issue_number }: Pick<QuestRow, 'repo_key' | 'issue_number'>,
): void {
  if (repo_key === null) return
  writes.set('bot_repositories', ['repo_key'], { repo_key, next_at: 0 })
  if (issue_number === null) return
  writes.set('bot_comments', ['repo_key', 'issue_number'], { repo_key, issue_number, next_at: 0 })
}

export function writeLog(writes: Writes, { row, happened }: LoadedQuest): void {
  for (const [index, { at, actor, via, event }] of happened.entries())
    writes.insert('quest_events', {
      quest_id: row.id,
      number: row.events + index + 1,
      at,
      kind: event.kind,
      actor,
      farmer: 'farmer' in event ? event.farmer : null,
      details: JSON.stringify(publicDetailsOf(event)),
      via,
    })
}

function writeParts(writes: Writes, loaded: LoadedQuest, rules: Rules): void {
  const { row, quest, rows, happened } = loaded
  const kinds = Map.groupBy(happened, ({ event }) =>
    'farmer' in event && !isAboutApplication(event) ? event.farmer : null,
  )
  for (const [farmer, own] of kinds) {
    const part = farmer === null ? undefined : rows.get(farmer)
    const work = farmer === null ? undefined : quest.work.get(farmer)
    if (part === undefined || work === undefined) continue
    writes.put('assignments', ['quest_id', 'farmer'], part)
    if (part.merge_check === null) continue
    const check_at = recheckAt(quest, work, rules) ?? never
    const facts = own.map(factsOf).find(facts => facts !== null)
    if (facts === undefined)
      writes.set('merges', ['quest_id', 'farmer'], { quest_id: row.id, farmer: part.farmer, check_at })
    else {
      writes.insert('merges', { quest_id: row.id, farmer: part.farmer, ...facts, check_at })
      writes.insert('co_authors', ...own.flatMap(coAuthorsOf(row.id, part.farmer)))
    }
  }
}

function writeEvidence(writes: Writes, { sealing }: Secrets, { row, happened }: LoadedQuest): void {
  for (const { at, event } of happened) {
    if (event.kind !== 'evidence-added') continue
    const { farmer, number, role } = event
    const [url, note] = [sealPrivate(sealing, event.url), sealPrivate(sealing, event.note)]
    writes.insert('dispute_evidence', { quest_id: row.id, farmer, number, role, url, note, at })
  }
}

function writeApplications(writes: Writes, { sealing }: Secrets, { quest, happened }: LoadedQuest): void {
  const farmers = new Set(happened.flatMap(({ event }) => (isAboutApplication(event) ? [event.farmer] : [])))
  for (const farmer of farmers) {
    const application = quest.applications.get(farmer)
    if (application !== undefined)
      writes.put('applications', ['quest_id', 'farmer'], toApplicationRow(sealing, quest, application))
  }
}

function coAuthorsOf(quest_id: string, farmer: Address) {
  return ({ event }: Happened): CoAuthorTable[] =>
    event.kind === 'merged'
      ? (event.facts?.coAuthors ?? []).map(({ name, login, id: codehost_id }, index) => ({
          ...{ quest_id, farmer, position: index + 1, name, login, codehost_id },
        }))
      : []
}

/** Kept to be compared when the work is paid. */
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
