import type { BotPullRow } from '@furrow/storage/bot-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import type { Context } from '../../ground/context.ts'
import { type Foresight, foresee } from '../../quests/verify/foresee.ts'
import type { LinkedQuest } from '../../quests/verify/linked.ts'
import { announcedQuests } from './announced.ts'
import { type PullFacts, toPull } from './pull-facts.ts'

export type Judged = { readonly questId: string; readonly foresight: Foresight }

/** null where it concerns no quest of somebody who may push there. */
export async function judgePull(
  context: Context,
  { repo_key, repository, pull_request }: BotPullRow,
  facts: PullFacts,
): Promise<Judged | null> {
  const quests = await findAnnounced(context.db, repo_key, facts.closes)
  if (quests.length === 0) return null
  const hint = { repository, repoKey: repo_key, pr: pull_request }
  const host = { readClosedIssues: async () => new Set(facts.closes) }
  const foresight = await foresee(context, host, { hint, quests, pull: toPull(facts, pull_request) })
  const { questId } = foresight
  const quest = quests.find(({ id }) => id === questId) ?? quests[0]
  if (quest === undefined) return null
  // Any pull request may prove work of a quest without an issue: most of them are meant for something else.
  if (quest.issueNumber === null && !wouldPay(foresight)) return null
  return { questId: quest.id, foresight }
}

export function wouldPay({ faults }: Foresight): boolean {
  return faults.every(({ fault }) => fault === 'merge-needed')
}

async function findAnnounced(db: Db, repoKey: string, issues: readonly number[]): Promise<LinkedQuest[]> {
  const rows = await announcedQuests(db, repoKey)
    .select(['id', 'giver', 'issue_number', 'events'])
    .where('status', 'not in', ['completed', 'cancelled'])
    .where(({ eb, or }) =>
      or([
        eb('issue_number', 'is', null),
        ...(issues.length > 0 ? [eb('issue_number', 'in', [...issues])] : []),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows
    .map(({ id, giver, events, issue_number }) => ({
      id,
      giver,
      events,
      hidden: false,
      // A delivery of another repository with this name takes the quests away before it is looked at.
      repositoryId: null,
      issueNumber: issue_number === null ? null : Number(issue_number),
    }))
    .sort((a, b) => Number(a.issueNumber === null) - Number(b.issueNumber === null))
}
