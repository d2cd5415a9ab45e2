import { Nullable } from '@furrow/sdk/contract'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readClosingKeywords } from '../../ground/clients/codehost/closing-keywords.ts'
import type { CodeHost, PullRequest } from '../../ground/clients/codehost/codehost.ts'

const Text = Type.String()
const Account = Type.Object({ id: Text, login: Text })

/** Whatever the host said of a pull request that its judgement needs, and none of its words. */
const PullFacts = Type.Object({
  id: Text,
  repository: Type.Object({ id: Text, name: Text, defaultBranch: Text, ownerId: Nullable(Text) }),
  headSha: Text,
  headBranch: Nullable(Text),
  baseBranch: Text,
  author: Nullable(Account),
  authorIsBot: Type.Boolean(),
  closes: Type.Array(Type.Integer()),
  /** Whether its author may push; null until that matters. */
  mayPush: Nullable(Type.Boolean()),
})
export type PullFacts = Static<typeof PullFacts>

export type Look = {
  readonly open: boolean
  readonly facts: PullFacts
  /** Whether the host may still be linking an issue that the text names. */
  readonly unlinked: boolean
}

/** null where the host shows none. */
export async function lookAtPull(
  host: CodeHost,
  hostUrl: string,
  { repository: repo, pull_request: number }: { repository: string; pull_request: number },
  evenClosed: boolean,
): Promise<Look | null> {
  const pull = await host.readPullRequest(repo, number)
  if (pull === null || pull.headSha === null) return null
  const closes =
    pull.open || (evenClosed && !pull.merged) ? await host.readClosedIssues(pull) : new Set<number>()
  const { id, repository, headSha, headBranch, baseBranch, author, authorIsBot } = pull
  const named = readClosingKeywords(pull.body, repository.name, hostUrl)
  return {
    open: pull.open,
    facts: {
      id,
      repository,
      headSha,
      headBranch,
      baseBranch,
      author,
      authorIsBot,
      closes: [...closes].sort((a, b) => a - b),
      mayPush: null,
    },
    unlinked:
      pull.open && baseBranch === repository.defaultBranch && [...named].some(issue => !closes.has(issue)),
  }
}

/** null for facts that another version kept. */
export function readFacts(text: string | null): PullFacts | null {
  if (text === null) return null
  const facts: unknown = JSON.parse(text)
  return Value.Check(PullFacts, facts) ? facts : null
}

export function toPull({ closes: _, mayPush: __, ...facts }: PullFacts, number: number): PullRequest {
  const open = { open: true, merged: false, mergedAt: null, mergeSha: null, mergedBy: null }
  return { ...facts, ...open, number, title: '', body: '' }
}
