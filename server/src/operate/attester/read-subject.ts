import { createFurrow } from '@furrow/sdk'
import type { Quest } from '@furrow/sdk/contract'
import { type Address, toAddress } from '../../ground/address.ts'
import type { CodeHost } from '../../ground/clients/codehost/codehost.ts'
import { escrowOf } from '../../ground/clients/escrow.ts'
import { second } from '../../ground/clock.ts'
import { BadRequestError, UnavailableError } from '../../ground/errors.ts'
import { readIssueLink } from '../../quests/verify/links.ts'
import type { Subject } from './seen.ts'
import type { AttesterSettings } from './settings.ts'

export type OfDeposit = {
  readonly questId: string
  readonly giver: Address
  /** The quest to whose reward the deposit adds, as the service says. */
  readonly companionOf?: string | undefined
}

export type ReadSubject = (deposit: OfDeposit) => Promise<Subject>

const timeout = 10 * second

/**
 * Asks the service which issue a quest is for, as everyone may; the repository's number is the code host's own. An addition to
 * a reward is hidden: its quest has the issue, and shows everyone whose additions it has.
 */
export function createReadSubject(
  { codehost, service }: Pick<AttesterSettings, 'codehost' | 'service'>,
  host: Pick<CodeHost, 'readRepository'>,
): ReadSubject {
  return async deposit => {
    const quest = await readQuest(service, deposit.companionOf ?? deposit.questId)
    const main = deposit.companionOf === undefined ? null : requireMain(quest, deposit)
    const { codehostIssue, codehostRepo } = quest
    const link = readIssueLink(codehostRepo ?? undefined, codehostIssue ?? undefined, codehost.url)
    if (link.repoKey === null || link.issueNumber === null)
      throw new BadRequestError('The quest names no issue that a merge could close.')
    const repository = await host.readRepository(link.repoKey)
    if (repository === null)
      throw new BadRequestError(`The code host shows no repository ${link.repoKey} here.`)
    return { repositoryId: repository.id, issue: link.issueNumber, ...(main !== null && { main }) }
  }
}

/** The deposit of the quest that shows this addition. @throws BadRequestError where it shows none, or has no deposit. */
function requireMain({ backers = [], funding, giver, id }: Quest, { questId, giver: backer }: OfDeposit) {
  const isShown = backers.some(
    ({ address, questId: companion }) => companion === questId && toAddress(address) === backer,
  )
  if (!isShown || toAddress(giver) === backer)
    throw new BadRequestError('The quest shows no such addition to its reward.')
  const { chainId, escrow, escrowId = '' } = funding
  if (
    chainId === undefined ||
    escrow === undefined ||
    escrowOf(toAddress(giver), id) !== escrowId.toLowerCase()
  )
    throw new BadRequestError('The quest that it adds to has no deposit of its own.')
  return nameOf({ chainId, contract: escrow, escrow: escrowId })
}

export function nameOf({
  chainId,
  contract,
  escrow,
}: Record<'contract' | 'escrow', string> & { chainId: number }) {
  return `${chainId}:${toAddress(contract)}:${escrow.toLowerCase()}`
}

const fetchInTime: typeof fetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(timeout) })

async function readQuest(service: string, id: string): Promise<Quest> {
  try {
    return await createFurrow({ baseUrl: service, fetch: fetchInTime }).quests.get(id)
  } catch (cause) {
    throw new UnavailableError('The service cannot be asked for its quest right now.', { cause })
  }
}
