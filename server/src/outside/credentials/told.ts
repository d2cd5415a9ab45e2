import { second } from '../../ground/clock.ts'
import type { CodehostConfig } from '../../ground/config/codehost.ts'
import type { CredentialRow } from './rows.ts'
import type { Work } from './work.ts'

export type Told = { readonly row: CredentialRow; readonly work: Work }

export const secondsOf = (at: number) => Math.floor(at / second)

/** null where the farmer did not wish that it is said. */
export function amountOf({ row, work }: Told): { readonly amount: string; readonly token: string } | null {
  if (row.with_reward === 0) return null
  return { amount: work.paid ?? work.amount, token: work.token }
}

const pulls = { github: 'pull', gitea: 'pulls', gitlab: '-/merge_requests' } as const

type PullRequest = {
  /** `owner/name`, or the address that the giver wrote; null where it is not told any more. */
  readonly repository: string | null
  readonly number: number
  readonly name: string | null
  /** null where the repository is no place at the code host. */
  readonly url: string | null
}

export function pullRequestOf(
  codehost: Pick<CodehostConfig, 'kind' | 'url'> | null,
  { codehost_repo, pull_request }: Work,
): PullRequest {
  const number = pull_request ?? 0
  if (codehost_repo === null) return { repository: null, number, name: null, url: null }
  const home = /^https?:\/\//.test(codehost_repo)
    ? codehost_repo.replace(/\.git$/, '')
    : codehost && `${codehost.url}/${codehost_repo}`
  const url = home && codehost && `${home}/${pulls[codehost.kind]}/${number}`
  return { repository: codehost_repo, number, name: `${codehost_repo} #${number}`, url }
}
