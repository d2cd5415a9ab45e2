import { BadRequestError } from '../../ground/errors.ts'

/** null for a link that is not given. */
export type IssueLink = { readonly repoKey: string | null; readonly issueNumber: number | null }

const segment = '[A-Za-z0-9_.-]{1,100}'
const fullName = new RegExp(`^(?!.*(?:^|/)\\.{1,2}(?:/|$))${segment}(?:/${segment}){1,9}$`)

/** Where people see repositories; null where no code host is configured, and any will do. */
export type HostUrl = string | null

/** From `owner/name` or a URL, in lower case: hosts compare names without case. @throws BadRequestError */
export function readRepo(text: string, hostUrl: HostUrl, field = 'codehostRepo'): string {
  return readRepoName(text, hostUrl, field).toLowerCase()
}

/** In the letter case that was given. @throws BadRequestError */
export function readRepoName(text: string, hostUrl: HostUrl, field = 'codehostRepo'): string {
  const name = (URL.canParse(text) ? pathIn(text, hostUrl) : text).replace(/\.git$/, '')
  if (!fullName.test(name))
    throw new BadRequestError(`${field} must be owner/name, or the URL of a repository.`, {
      code: 'codehost-link-invalid',
    })
  return name
}

/** `42`, `#42`, `owner/name#42`, or an issue's URL. @throws BadRequestError also for an issue of another repository. */
export function readIssueLink(
  repo: string | undefined,
  issue: string | undefined,
  hostUrl: HostUrl,
): IssueLink {
  const repoKey = repo === undefined ? null : readRepo(repo, hostUrl)
  if (issue === undefined) return { repoKey, issueNumber: null }

  const [, named, digits] =
    (URL.canParse(issue)
      ? /^(.+?)(?:\/-)?\/issues\/([0-9]{1,15})\/?$/.exec(pathIn(issue, hostUrl))
      : /^(?:(.+)#|#)?([0-9]{1,15})$/.exec(issue)) ?? []
  if (digits === undefined || Number(digits) === 0)
    throw new BadRequestError('codehostIssue must be a number, owner/name#number, or the URL of an issue.', {
      code: 'codehost-link-invalid',
    })
  const issueRepo = named === undefined ? repoKey : readRepo(named, hostUrl)
  if (issueRepo === null)
    throw new BadRequestError('codehostIssue needs codehostRepo beside it.', {
      code: 'codehost-link-invalid',
    })
  if (repoKey !== null && issueRepo !== repoKey)
    throw new BadRequestError('codehostIssue is an issue of another repository than codehostRepo.', {
      code: 'codehost-link-invalid',
    })
  return { repoKey: issueRepo, issueNumber: Number(digits) }
}

/** Anything after the issue's path is ignored. */
export function readIssueUrl(
  text: string,
  hostUrl: HostUrl,
): { readonly repo: string; readonly number: number } {
  const url = URL.parse(text)
  if (url === null)
    throw new BadRequestError('url must be the URL of an issue at the code host.', {
      code: 'codehost-link-invalid',
    })
  url.search = ''
  url.hash = ''
  const [, repo, digits] =
    /^(.+?)(?:\/-)?\/(?:issues|work_items)\/([0-9]{1,15})$/.exec(pathIn(url.href, hostUrl)) ?? []
  if (repo === undefined || Number(digits) === 0)
    throw new BadRequestError('url must be the URL of an issue at the code host.', {
      code: 'codehost-link-invalid',
    })
  return { repo: readRepoName(repo, hostUrl, 'url'), number: Number(digits) }
}

/** Reads the address of a pull or merge request; anything after its number is ignored. @throws BadRequestError */
export function readPullUrl(
  text: string,
  hostUrl: HostUrl,
): { readonly repo: string; readonly number: number } {
  const url = URL.parse(text)
  if (url === null) throw noPullUrl()
  url.search = ''
  url.hash = ''
  const [, repo, digits] =
    /^(.+?)(?:\/-)?\/(?:pulls?|merge_requests)\/([0-9]{1,10})(?:\/.*)?$/.exec(pathIn(url.href, hostUrl)) ?? []
  const number = Number(digits)
  if (repo === undefined || !(number > 0 && number <= mostNumber)) throw noPullUrl()
  return { repo: readRepoName(repo, hostUrl, 'url'), number }
}

const mostNumber = 2_147_483_647

function noPullUrl(): BadRequestError {
  return new BadRequestError('url must be the URL of a pull request at the code host.', {
    code: 'codehost-link-invalid',
  })
}

/** A host may be at a path of its own: `https://example.org/git`. */
function pathIn(text: string, hostUrl: HostUrl): string {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new BadRequestError('A link to the code host must be a plain http(s) URL.', {
      code: 'codehost-link-invalid',
    })
  const home = new URL(hostUrl ?? url.origin)
  const base = home.pathname.replace(/\/$/, '')
  if (url.host !== home.host || !url.pathname.startsWith(`${base}/`))
    throw new BadRequestError(
      `A link to the code host must begin with ${hostUrl}, where merges are looked up.`,
      { code: 'codehost-link-invalid' },
    )
  return url.pathname.slice(base.length).replace(/^\/|\/$/g, '')
}
