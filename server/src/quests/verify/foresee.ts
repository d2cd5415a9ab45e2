import type { ProofFault } from '@furrow/sdk/contract'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { Address } from '../../ground/address.ts'
import type { Account, CodeHost, PullRequest } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { decide } from '../../rules/lifecycle/decide.ts'
import type { Quest } from '../../rules/lifecycle/quest.ts'
import { Refusal } from '../../rules/lifecycle/refusal.ts'
import { rulesOf } from '../change/decide-batch.ts'
import { loadQuests } from '../change/load.ts'
import { selectQuests } from '../change/lock.ts'
import { requireAuthor, requireDefaultBranch, requireMerged } from './facts.ts'
import type { Hint } from './hint.ts'
import { findProved, type LinkedQuest } from './linked.ts'
import { keepClosed } from './proof.ts'
import { type Fault, ProofRefusal } from './proof-refusal.ts'
import { whyNoPlace } from './why-no-place.ts'
import { findOwner, findWorkOf } from './work-of.ts'

export type Foresight = {
  readonly questId: string | null
  readonly farmer: Address | null
  readonly author: Account | null
  readonly faults: readonly Fault[]
}

/**
 * Foresees the proof that a hint about this pull request would give if it were merged now: the questions of a real proof, each asked although
 * an earlier one was refused, and nothing written.
 */
export async function foresee(
  context: Context,
  host: Pick<CodeHost, 'readClosedIssues'>,
  { hint, quests, pull }: { hint: Hint; quests: readonly LinkedQuest[]; pull: PullRequest },
): Promise<Foresight> {
  const { clock, db } = context
  const proved = await findProved(db, hint, pull.repository.id)
  if (proved !== null)
    return {
      questId: proved.quest_id,
      farmer: proved.farmer,
      author: pull.author,
      faults: faultsOfProved(proved.status),
    }
  const faults: Fault[] = []
  const note = collectInto(faults)
  await note(() => requireMerged(pull))
  await note(() => requireDefaultBranch(pull))
  const matching = await note(() => keepClosed(host, quests, pull))
  const author = (await note(() => requireAuthor(pull))) ?? null
  const owner = author && (await findOwner(db, author.id))
  if (author === null || matching === undefined)
    return { questId: matching?.[0]?.id ?? null, farmer: owner, author, faults }
  const facts = { pull, author, mergedAt: pull.mergedAt ?? clock.now(), token: undefined }
  const work = await note(() => findWorkOf(db, matching, facts))
  if (work === undefined) {
    const { questId, noPlace } = await findRoom(context, matching)
    const mayTakeOne = faults.some(({ fault }) => needsPlace.includes(fault))
    return { questId, farmer: owner, author, faults: mayTakeOne ? [...faults, ...noPlace] : faults }
  }
  return { ...work, author, faults: [...faults, ...(await askRules(context, work))] }
}

/** One repository may have any number of quests. */
const mostLooked = 20

const needsPlace: readonly ProofFault[] = ['account-unproved', 'no-place', 'place-expired']

async function findRoom(
  context: Context,
  quests: readonly LinkedQuest[],
): Promise<{ questId: string | null; noPlace: Fault[] }> {
  const loaded = await loadEach(
    context,
    quests.slice(0, mostLooked).map(({ id, giver }) => ({ questId: id, farmer: giver })),
  )
  const rules = rulesOf(context)
  const all = loaded.map(quest => ({ questId: quest.id, noPlace: whyNoPlace(quest, rules) }))
  return all.find(({ noPlace }) => noPlace.length === 0) ?? all[0] ?? { questId: null, noPlace: [] }
}

async function askRules(
  context: Context,
  { questId, farmer }: { questId: string; farmer: Address },
): Promise<Fault[]> {
  const [quest] = await loadEach(context, [{ questId, farmer }])
  if (quest === undefined) return []
  const rules = rulesOf(context)
  const unfunded = quest.deposit !== null && (quest.deposit.status !== 'funded' || !quest.deposit.served)
  const faults = unfunded ? whyNoPlace(quest, rules).filter(({ fault }) => fault === 'unfunded') : []
  try {
    decide(quest, { kind: 'prove', by: null, farmer, repoKey: '', pullRequest: 0, facts: null }, rules)
    return faults
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [...faults, { fault: 'work-over', text: error.message }]
  }
}

async function loadEach(
  context: Context,
  asked: readonly { questId: string; farmer: Address }[],
): Promise<Quest[]> {
  const { db } = context
  const rows = await selectQuests(db)
    .where(
      isAmong(
        db,
        'quests.id',
        asked.map(({ questId }) => questId),
      ),
    )
    .orderBy('quests.id')
    .execute()
  const requests = asked.map(({ questId, farmer }) => ({
    questId,
    command: { kind: 'expire', by: null, farmer } as const,
  }))
  const loaded = await loadQuests(db, context, Promise.resolve(rows), requests)
  return [...loaded.values()].map(({ quest }) => quest)
}

function faultsOfProved(status: string): Fault[] {
  if (status === 'refunded')
    return [{ fault: 'work-over', text: 'This pull request proved work that was refunded to its giver.' }]
  if (status === 'disputed')
    return [{ fault: 'disputed', text: 'This pull request proved work that is in dispute.' }]
  return []
}

function collectInto(faults: Fault[]) {
  return async <T>(ask: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ProofRefusal)) throw error
      faults.push({ fault: error.fault, text: error.message })
      return undefined
    }
  }
}
