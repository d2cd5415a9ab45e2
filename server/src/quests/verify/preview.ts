import type { PreviewQuery, ProofFault, ProofPreview } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { checksum } from '../../ground/address.ts'
import type { CodeHost, PullRequest } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError, UnavailableError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import { type Foresight, foresee } from './foresee.ts'
import { type Hint, readHint } from './hint.ts'
import { spendPreview } from './host-budget.ts'
import { findLinked, findProved, linkedTo } from './linked.ts'

const mostNumber = 2_147_483_647

/**
 * Everyone may ask, so it tells nothing that is not public: a private repository is answered as a missing one. @throws
 * NotFoundError; TooManyRequestsError; UnavailableError without a code host, or without its answer.
 */
export async function previewProof(
  context: Context,
  { repo, pr }: PreviewQuery,
  network: string,
): Promise<ProofPreview> {
  const { codehost, config, db } = context
  if (Number(pr) > mostNumber) throw new BadRequestError('pr is no number of a pull request.')
  const hint = readHint({ repo, pr: Number(pr) }, config.codehost?.url ?? null)
  // The database first, so that strangers cannot spend the host's quota.
  const [linked, proved] = await Promise.all([findLinked(db, hint), findProved(db, hint)])
  const quests = linked.filter(({ hidden }) => !hidden)
  if (quests.length === 0 && proved === null) throw nothingLinked()
  if (codehost === null)
    throw new UnavailableError('No code host is configured that could show the pull request.')
  const pull = await shareEqual(context, hint, () => {
    spendPreview(context, hint, network)
    return readPublic(codehost, hint)
  })
  const own = linkedTo(quests, pull.repository.id)
  if (own.length === 0 && proved === null) throw nothingLinked()
  const foresight = await foresee(context, codehost, { hint, quests: own, pull })
  if (await isHidden(db, foresight.questId)) throw nothingLinked()
  return show(foresight)
}

function nothingLinked(): NotFoundError {
  return new NotFoundError('No open quest is linked to this repository.')
}

/** A quest may have been hidden after its work was proved. */
async function isHidden(db: Db, questId: string | null): Promise<boolean> {
  if (questId === null) return false
  const row = await db.selectFrom('quests').select('hidden_at').where('id', '=', questId).executeTakeFirst()
  return row?.hidden_at != null
}

async function readPublic(host: CodeHost, { repository, pr }: Hint): Promise<PullRequest> {
  const pull = (await host.isPublic(repository)) ? await host.readPullRequest(repository, pr) : null
  if (pull === null)
    throw new NotFoundError(`The code host shows everyone no pull request ${pr} in ${repository}.`)
  return pull
}

const underWay = oneFor((_: Context) => new Map<string, Promise<PullRequest>>())

/** Equal previews at the same time share one look at the host. */
function shareEqual(
  context: Context,
  { repoKey, pr }: Hint,
  read: () => Promise<PullRequest>,
): Promise<PullRequest> {
  const known = underWay(context)
  const key = `${repoKey} ${pr}`
  const shared = known.get(key)
  if (shared !== undefined) return shared
  const answer = read().finally(() => known.delete(key))
  known.set(key, answer)
  return answer
}

function show({ questId, farmer, author, faults }: Foresight): ProofPreview {
  return {
    wouldPay: faults.every(({ fault }) => fault === 'merge-needed'),
    quest: questId,
    farmer: farmer && checksum(farmer),
    account: author?.login ?? null,
    reasons: faults.map(({ fault, text }) => ({ code: fault, text, fix: fixes[fault] })),
  }
}

const fixes: Readonly<Record<ProofFault, string>> = {
  'merge-needed': 'Somebody who may push to the repository merges it.',
  'not-default-branch': "Change the pull request's base to the default branch.",
  'no-author': 'Nothing can: an account that is gone cannot be paid.',
  'closes-no-issue': 'Write "Closes #" and the number of the issue into the description of the pull request.',
  'own-quest': 'Nothing can: givers pay others for their quests.',
  'account-unproved': 'The author signs in here, links this account to their profile, and takes a place.',
  'no-place': 'The author takes a place in the quest before the merge.',
  'place-expired': 'The author takes a place in the quest again before the merge.',
  'other-account': 'Open the pull request from the account that the place was taken with.',
  'merged-before-place': 'Nothing can: only a merge after the place was taken counts.',
  'proved-other-work': 'Nothing is needed: the work is proved already.',
  'work-over': 'Nothing can: a place is paid once.',
  disputed: 'The dispute decides.',
  'quest-paused': 'Ask the giver to take farmers again.',
  'no-place-left': 'Wait until a place is free.',
  unfunded: 'The giver pays into the escrow, which then takes farmers.',
}
