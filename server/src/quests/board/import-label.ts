import type { ImportedIssues, LabelImport } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import type { CodehostConfig } from '../../ground/config/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { spendImport } from '../verify/host-budget.ts'
import { readRepoName } from '../verify/links.ts'
import { blameToken, questOfIssue, requireHost } from './import.ts'

/**
 * Without the caller's own token only public issues are read. @throws BadRequestError for no repository of this host;
 * NotFoundError; UnavailableError without an answering host; TooManyRequestsError for too many in a minute.
 */
export async function importLabel(
  context: Context,
  caller: Address,
  { repo: named, label, codehostToken }: LabelImport,
): Promise<ImportedIssues> {
  const { codehost, home } = requireHost(context)
  const repo = readRepoName(named.trim(), home.url, 'repo')
  spendImport(context, caller, codehostToken === undefined ? repo : null)
  const found = await codehost.listIssues(repo, label.trim(), codehostToken).catch(blameToken)
  if (found === null)
    throw new NotFoundError('There is no such repository, or not everybody may read its issues.', {
      code: 'issue-not-found',
    })
  const { repository, more } = found
  const repoKeys = new Set([repo.toLowerCase(), repository.toLowerCase()])
  const numbers = found.issues.map(({ number }) => number)
  const questOf = await findLive(context.db, [...repoKeys], numbers)
  const issues = found.issues.flatMap(issue => {
    const { number } = issue
    const quest = questOfIssue({ repository, ...issue }, number)
    const url = issueAt(home, repository, number)
    return quest.title === '' ? [] : [{ ...quest, number, url, questId: questOf.get(number) ?? null }]
  })
  return { issues, more }
}

function issueAt({ kind, url }: CodehostConfig, repository: string, number: number): string {
  return `${url}/${repository}/${kind === 'gitlab' ? '-/' : ''}issues/${number}`
}

async function findLive(
  db: Db,
  repoKeys: readonly string[],
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('quests')
    .select(({ fn }) => ['issue_number', fn.min('id').as('id')])
    .where('repo_key', 'in', repoKeys)
    .where('issue_number', 'in', numbers)
    .where('hidden_at', 'is', null)
    .where('status', 'not in', ['completed', 'cancelled'])
    .groupBy('issue_number')
    .execute()
  return new Map(rows.map(({ issue_number, id }) => [Number(issue_number), id]))
}
