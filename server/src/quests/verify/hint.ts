import type { MergeHint } from '@furrow/sdk/contract'
import { type HostUrl, readRepoName } from './links.ts'

/** A claim that this pull request was merged: no more than a reason to look. */
export type Hint = {
  /** In the letter case that was given. */
  readonly repository: string
  /** In lower case: hosts compare names without case. */
  readonly repoKey: string
  readonly pr: number
}

/** @throws BadRequestError where it names no repository. */
export function readHint({ repo, pr }: MergeHint, hostUrl: HostUrl): Hint {
  const repository = readRepoName(repo, hostUrl, 'repo')
  return { repository, repoKey: repository.toLowerCase(), pr }
}
