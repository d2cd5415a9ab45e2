import { createFurrow } from '@furrow/sdk'
import type { Quest } from '@furrow/sdk/contract'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { second } from '../../ground/clock.ts'
import { BadRequestError, UnavailableError } from '../../ground/errors.ts'
import { readIssueLink } from '../../quests/verify/links.ts'
import type { Subject } from './seen.ts'
import type { AttesterSettings } from './settings.ts'

export type ReadSubject = (questId: string) => Promise<Subject>

const timeout = 10 * second

/** Asks the service which issue a quest is for, as everyone may; the repository's number is the code host's own. */
export function createReadSubject(
  { codehost, service }: Pick<AttesterSettings, 'codehost' | 'service'>,
  host: Pick<CodeHost, 'readRepository'>,
): ReadSubject {
  return async questId => {
    const { codehostIssue, codehostRepo } = await readQuest(service, questId)
    const link = readIssueLink(codehostRepo ?? undefined, codehostIssue ?? undefined, codehost.url)
    if (link.repoKey === null || link.issueNumber === null)
      throw new BadRequestError('The quest names no issue that a merge could close.')
    const repository = await host.readRepository(link.repoKey)
    if (repository === null)
      throw new BadRequestError(`The code host shows no repository ${link.repoKey} here.`)
    return { repositoryId: repository.id, issue: link.issueNumber }
  }
}

const fetchInTime: typeof fetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })

async function readQuest(
  service: string,
  id: string,
): Promise<Pick<Quest, 'codehostIssue' | 'codehostRepo'>> {
  try {
    return await createFurrow({ baseUrl: service, fetch: fetchInTime }).quests.get(id)
  } catch (cause) {
    throw new UnavailableError('The service cannot be asked for its quest right now.', { cause })
  }
}
