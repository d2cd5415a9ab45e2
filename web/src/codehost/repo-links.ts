import type { PublicConfig, Quest } from '@furrow/sdk'

type Codehost = PublicConfig['codehost']

/** The page of the quest's repository; null where that is not known. */
export function repoUrl(
  { codehostRepo }: Pick<Quest, 'codehostRepo'>,
  host: string | undefined,
): string | null {
  if (codehostRepo === undefined) return null
  if (/^https?:\/\//.test(codehostRepo)) return codehostRepo.replace(/\.git$/, '')
  return `${host ?? 'https://github.com'}/${codehostRepo}`
}

export function issueUrl(quest: Quest, codehost: Codehost): string | null {
  const { codehostIssue } = quest
  if (codehostIssue === undefined) return null
  if (/^https?:\/\//.test(codehostIssue)) return codehostIssue
  const repo = repoUrl(quest, codehost?.url)
  const [number] = /\d+$/.exec(codehostIssue) ?? []
  if (repo === null || number === undefined) return null
  return codehost?.kind === 'gitlab' ? `${repo}/-/issues/${number}` : `${repo}/issues/${number}`
}

export function pullRequestUrl(
  quest: Pick<Quest, 'codehostRepo'>,
  number: number,
  codehost: Codehost,
): string | null {
  const repo = repoUrl(quest, codehost?.url)
  if (repo === null) return null
  if (codehost?.kind === 'gitlab') return `${repo}/-/merge_requests/${number}`
  return codehost?.kind === 'gitea' ? `${repo}/pulls/${number}` : `${repo}/pull/${number}`
}
