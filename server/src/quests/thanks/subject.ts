import type { ThanksPost } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ChangedError } from '../../ground/errors.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { requireHost } from '../board/import.ts'
import { findQuestRow } from '../board/one-quest.ts'
import { requireAuthor, requireDefaultBranch, requireMerged } from '../verify/facts.ts'
import { spendImport } from '../verify/host-budget.ts'
import { findLinked, findProved } from '../verify/linked.ts'
import { readPullUrl } from '../verify/links.ts'
import { findOwner } from '../verify/work-of.ts'
import type { ThanksRow } from './rows.ts'

export type Subject = Pick<ThanksRow, 'farmer' | 'subject' | 'url' | 'repository' | 'tipped' | 'account'>

/** @throws HttpError where there is nothing that could be thanked for, or nobody who could be paid. */
export async function findSubject(context: Context, giver: Address, asked: ThanksPost): Promise<Subject> {
  const { farmer, questId, url } = asked
  if (url !== undefined && questId === undefined && farmer === undefined) return findPull(context, giver, url)
  if (url === undefined && questId !== undefined && farmer !== undefined)
    return findTipped(context.db, giver, questId, toAddress(farmer))
  throw new BadRequestError('Either url is needed, or questId and farmer for a tip.')
}

/** The host's own numbers name the pull request, and its author is paid by the account that they proved, never by a name. */
async function findPull(context: Context, giver: Address, text: string): Promise<Subject> {
  const { db } = context
  const { codehost, home } = requireHost(context)
  const { repo, number } = readPullUrl(text, home.url)
  spendImport(context, giver, repo)
  const pull = (await codehost.isPublic(repo)) ? await codehost.readPullRequest(repo, number) : null
  if (pull === null)
    throw new BadRequestError(`The code host shows everyone no pull request ${number} in ${repo}.`, {
      code: 'pull-request-not-found',
    })
  requireMerged(pull)
  requireDefaultBranch(pull)
  const { id: account, login } = requireAuthor(pull)
  const { id: repositoryId, name: repository } = pull.repository
  const farmer = await findOwner(db, account)
  await requireNoQuest(db, { repository, repositoryId, number, account, farmer })
  if (farmer === null)
    throw new BadRequestError(
      `Nobody here has linked the account ${login}, which made this pull request: there is no wallet to pay. Its owner signs in here and links it in their profile; then this can be tried again.`,
      { code: 'author-unlinked' },
    )
  if (farmer === giver) throw toOneself()
  const url = new URL(text)
  return {
    farmer,
    subject: `pull ${repositoryId} ${number}`,
    url: `${url.origin}${url.pathname}`,
    repository,
    tipped: null,
    account,
  }
}

type Pull = {
  readonly repository: string
  readonly repositoryId: string
  readonly number: number
  readonly account: string
  readonly farmer: Address | null
}

/** Work of a quest is paid by the quest, whether its proof is there or still to come. @throws ChangedError */
async function requireNoQuest(
  db: Db,
  { repository, repositoryId, number, account, farmer }: Pull,
): Promise<void> {
  const hint = { repository, repoKey: repository.toLowerCase(), pr: number }
  const proved = await findProved(db, hint, repositoryId)
  if (proved !== null) throw isWorkOf(proved.quest_id)
  const linked = await findLinked(db, hint)
  if (linked.length === 0) return
  const place = await db
    .selectFrom('assignments')
    .select('quest_id')
    .where(
      isAmong(
        db,
        'quest_id',
        linked.map(({ id }) => id),
      ),
    )
    .where(({ eb, or }) =>
      or([eb('codehost_id', '=', account), ...(farmer === null ? [] : [eb('farmer', '=', farmer)])]),
    )
    .where('status', 'in', [...liveStatuses])
    .executeTakeFirst()
  if (place !== undefined) throw isWorkOf(place.quest_id)
}

function isWorkOf(questId: string): ChangedError {
  return new ChangedError(
    `This pull request is by somebody with a place in ${questId}, which pays for it. Tip their finished work there: with questId and farmer.`,
    { code: 'merge-of-quest' },
  )
}

async function findTipped(db: Db, giver: Address, questId: string, farmer: Address): Promise<Subject> {
  const quest = await findQuestRow(db, questId)
  if (quest.thanks !== null)
    throw new BadRequestError('This is a thanks itself, and takes no tip.', { code: 'tip-of-thanks' })
  const work = await db
    .selectFrom('assignments')
    .select(['status', 'codehost_id'])
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
  if (work?.status !== 'released')
    throw new BadRequestError('Only finished work can be tipped: this farmer has none in this quest.', {
      code: 'work-not-released',
    })
  if (farmer === giver || (await isAccountOf(db, giver, work.codehost_id))) throw toOneself()
  return {
    farmer,
    subject: `work ${questId} ${farmer}`,
    url: null,
    repository: null,
    tipped: questId,
    account: work.codehost_id,
  }
}

async function isAccountOf(db: Db, giver: Address, account: string | null): Promise<boolean> {
  return account !== null && (await findOwner(db, account)) === giver
}

function toOneself(): BadRequestError {
  return new BadRequestError('This work is your own: you cannot thank yourself.', {
    code: 'thanks-to-oneself',
  })
}
