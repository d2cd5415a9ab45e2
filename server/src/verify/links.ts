import { BadRequestError } from '../errors.ts'

/** What a quest's two links mean; null where they are not given. */
export type IssueLink = { readonly repoKey: string | null; readonly issueNumber: number | null }

const segment = '[A-Za-z0-9_.-]{1,100}'
const fullName = new RegExp(`^(?!.*(?:^|/)\\.{1,2}(?:/|$))${segment}(?:/${segment}){1,9}$`)

/**
 * Reads a repository's full name from `owner/name` or a URL, in lower case: hosts compare names without case.
 * @throws BadRequestError
 */
export function readRepo(text: string, field = 'codehostRepo'): string {
  return readRepoName(text, field).toLowerCase()
}

/**
 * As `readRepo`, in the letters that were given.
 * @throws BadRequestError
 */
export function readRepoName(text: string, field = 'codehostRepo'): string {
  const name = (URL.canParse(text) ? pathIn(text) : text).replace(/\.git$/, '')
  if (!fullName.test(name))
    throw new BadRequestError(`${field} must be owner/name, or the URL of a repository.`)
  return name
}

/**
 * Reads `42`, `#42`, `owner/name#42`, or an issue's URL.
 * @throws BadRequestError also where the issue is of another repository than the quest.
 */
export function readIssueLink(repo: string | undefined, issue: string | undefined): IssueLink {
  const repoKey = repo === undefined ? null : readRepo(repo)
  if (issue === undefined) return { repoKey, issueNumber: null }

  const [, named, digits] =
    (URL.canParse(issue)
      ? /^(.+?)(?:\/-)?\/issues\/([0-9]{1,15})\/?$/.exec(pathIn(issue))
      : /^(?:(.+)#|#)?([0-9]{1,15})$/.exec(issue)) ?? []
  if (digits === undefined || Number(digits) === 0)
    throw new BadRequestError('codehostIssue must be a number, owner/name#number, or the URL of an issue.')
  const issueRepo = named === undefined ? repoKey : readRepo(named)
  if (issueRepo === null) throw new BadRequestError('codehostIssue needs codehostRepo beside it.')
  if (repoKey !== null && issueRepo !== repoKey)
    throw new BadRequestError('codehostIssue is an issue of another repository than codehostRepo.')
  return { repoKey: issueRepo, issueNumber: Number(digits) }
}

function pathIn(url: string): string {
  const { protocol, pathname, search, hash } = new URL(url)
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '')
    throw new BadRequestError('A link to the code host must be a plain http(s) URL.')
  return pathname.replace(/^\/|\/$/g, '')
}
