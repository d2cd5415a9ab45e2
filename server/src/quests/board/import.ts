import type { ImportedQuest, QuestImport } from '@furrow/sdk/contract'
import type { Address } from '../../ground/address.ts'
import type { IssueText } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError, UnauthorizedError, UnavailableError } from '../../ground/errors.ts'
import { spendImport } from '../verify/host-budget.ts'
import { readIssueUrl } from '../verify/links.ts'
import { boundText } from './bound-text.ts'

const mostSkills = 50

/**
 * Asks the host by names in the address, never by the address; only public issues without the caller's own token.
 * @throws BadRequestError for no issue of this host; NotFoundError; UnavailableError; TooManyRequestsError for too
 * many.
 */
export async function importQuest(
  context: Context,
  caller: Address,
  { url, codehostToken }: QuestImport,
): Promise<ImportedQuest> {
  const { codehost, home } = requireHost(context)
  const { repo, number } = readIssueUrl(url, home.url)
  spendImport(context, caller, codehostToken === undefined ? repo : null)
  const issue = await codehost.readIssueText(repo, number, codehostToken).catch(blameToken)
  if (issue === null)
    throw new NotFoundError('There is no such issue, or not everybody may read it.', {
      code: 'issue-not-found',
    })
  const quest = questOfIssue(issue, number)
  if (quest.title === '') throw new BadRequestError('This issue has no title.')
  return quest
}

/** @throws UnavailableError */
export function requireHost({ codehost, config }: Context) {
  if (codehost === null || config.codehost === null)
    throw new UnavailableError('No code host is configured here, so there are no issues to import.', {
      code: 'codehost-not-configured',
    })
  return { codehost, home: config.codehost }
}

/** The host refused the caller's own token: 401 would say that their session is not valid. */
export function blameToken(error: unknown): never {
  throw error instanceof UnauthorizedError
    ? new BadRequestError(error.message, { code: 'access-token-refused', cause: error })
    : error
}

export function questOfIssue({ repository, title, body, labels }: IssueText, number: number): ImportedQuest {
  const description = boundText(body.trim(), 20_000)
  const skills = labels.flatMap(label => boundText(label.trim(), 64) || [])
  return {
    title: boundText(title.trim(), 200),
    ...(description !== '' && { description }),
    skills: [...new Set(skills)].slice(0, mostSkills),
    codehostRepo: repository,
    codehostIssue: String(number),
  }
}
