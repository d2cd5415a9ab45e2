import type { MergeRow, QuestEventTable, QuestRow } from '../db/tables.ts'
import type { Writes } from '../db/writes.ts'
import type { QuestEvent } from '../lifecycle/events.ts'
import type { Rules } from '../lifecycle/rules.ts'
import { recheckAt } from '../lifecycle/work.ts'
import type { Happened, Page } from './page.ts'
import { toQuestColumns } from './rows.ts'

/** The row of the quest, those of the parts that changed, and the log of what happened. */
export function writeQuest(writes: Writes, page: Page, rules: Rules): QuestRow {
  const { row, quest, happened } = page
  const columns = { ...toQuestColumns(quest, rules.now), events: row.events + happened.length }
  writes.set('quests', ['id'], { id: row.id, ...columns })
  writeParts(writes, page, rules)
  writeLog(writes, page)
  return { ...row, ...columns }
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

function writeParts(writes: Writes, { row, quest, rows, happened }: Page, rules: Rules): void {
  const kinds = Map.groupBy(happened, ({ event }) => ('farmer' in event ? event.farmer : null))
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
    else writes.insert('merges', { quest_id: row.id, farmer: part.farmer, ...facts, check_at })
  }
}

const never = Number.MAX_SAFE_INTEGER

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
  const { kind: _, farmer: __, account: ___, reviewer: ____, ...details } = event as Record<string, unknown>
  return JSON.stringify(details)
}
