import type { Answer } from './ask.ts'
import type { PullRequest } from './codehost.ts'

/** Commits of the default branch since a merge, newest first. */
export type CommitPage = {
  readonly commits: readonly { readonly sha: string | undefined; readonly message: string }[]
  readonly more: boolean
}

const mostPages = 20
/** One minute: the clock of the person who commits need not be the host's. */
const skew = 60_000

/** A commit is some kilobytes, with everything in it twice. */
export const mostPageBytes = 8 * 1_048_576

/** Whether a later commit says that it takes the merge back; null if the host shows no commits, or too many to see the end. */
export async function isTakenBack(
  pull: PullRequest,
  readPage: (page: number) => Promise<CommitPage | null>,
): Promise<boolean | null> {
  for (let number = 1; number <= mostPages; number++) {
    const page = await readPage(number)
    if (page === null) return null
    if (page.commits.some(({ message }) => takesBack(message, pull))) return true
    // Not every host knows `since`: commits listed after the merge itself are older than it.
    if (!page.more || page.commits.some(({ sha }) => sha !== undefined && sha === pull.mergeSha)) return false
  }
  return null
}

export function sinceMerge({ mergedAt }: PullRequest): Record<string, string> {
  return mergedAt === null ? {} : { since: new Date(mergedAt - skew).toISOString().replace('.000Z', 'Z') }
}

/** Hosts announce a next page in the same header; a full page may have one all the same. */
export function hasMore(answer: Answer, count: number, asked: number): boolean {
  return count > 0 && (count >= asked || hasNext(answer))
}

export function hasNext({ headers }: Answer): boolean {
  return /;\s*rel="?next\b/i.test(headers.get('link') ?? '')
}

function takesBack(message: string, { mergeSha, number, repository }: PullRequest): boolean {
  const reference = new RegExp(
    `^Reverts (?:${repository.name.replace(/[^\w]/g, '\\$&')})?[#!]${number}(?!\\d)`,
    'im',
  )
  // One commit may take several back, as a squashed pull request does.
  const named = [...message.matchAll(/This reverts (?:commit|merge request) ([0-9a-f]{7,64}|\S+)/gi)]
  const isMeant = (name: string) =>
    (name.length >= 7 && mergeSha?.startsWith(name.toLowerCase()) === true) ||
    name.replace(/\.$/, '').endsWith(`!${number}`)
  return reference.test(message) || named.some(([, name]) => name !== undefined && isMeant(name))
}
