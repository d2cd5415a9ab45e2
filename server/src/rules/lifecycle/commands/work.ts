import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import type { QuestEvent } from '../events/all.ts'
import type { MergeFacts } from '../events/review-events.ts'
import { isLive, type Live, liveWork, type Quest, type Verdict, type Work } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Rules } from '../rules.ts'
import { isAgreed } from '../team.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { requireNoContest } from './contests.ts'
import { requirePart, requireShown } from './requirements.ts'
import { requireAgreed } from './sharing.ts'

export type Submit = {
  readonly kind: 'submit'
  readonly by: Address
  readonly url: string | null
  readonly note: string | null
}

/** The farmer hands in work without a pull request, which starts the same review window. */
export const submit = command<Submit>({
  reads: 'own',
  begins: false,
  scopes: ['take'],
  decide(quest, { by: farmer, url, note }, rules) {
    requireShown({ url, note }, 'Say where the work is: url, note, or both.')
    const { status } = requirePart(quest, farmer)
    if (status !== 'accepted')
      throw new Refusal('nothing-to-submit', `There is nothing to submit: your work is ${status}.`)
    requireAgreed(liveWork(quest, farmer))
    return [{ kind: 'submitted', farmer, url, note, reviewEndsAt: rules.now + rules.reviewWindowMs }]
  },
})

export type Prove = Unsigned & {
  readonly kind: 'prove'
  readonly repoKey: string
  readonly pullRequest: number
  readonly facts: MergeFacts | null
}

/**
 * Work handed in already keeps its window. The account that proves it is pinned with it, where none was.
 * @throws Refusal where the work is not this author's, and where it is proved or over already.
 */
export const prove = command<Prove>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, command, rules) {
    const { farmer, repoKey, pullRequest, facts } = command
    const work = quest.work.get(farmer)
    const author = facts?.authorId ?? null
    if (work === undefined || !isBy(work, author))
      throw new Refusal('author-without-place', 'Its author has not accepted this quest.')
    requireNoContest(quest, 'The prizes of a contest are for its entries: no merge proves them.')
    if (!isLive(work)) throw new Refusal('decided-already', `This work is ${work.status} already.`)

    const merged = { kind: 'merged', farmer, repoKey, pullRequest, facts } as const
    const pinned: QuestEvent[] =
      author !== null && work.account === null && !isMembers(work, author)
        ? [{ kind: 'account-pinned', farmer, account: author }]
        : []
    if (work.status === 'accepted')
      return [...pinned, { ...merged, reviewEndsAt: rules.now + rules.reviewWindowMs }]
    const { merge } = work.evidence
    if (merge !== null)
      throw new Refusal('proved-already', `Pull request ${merge.pullRequest} proves this work already.`)
    return [...pinned, { ...merged, reviewEndsAt: null }]
  },
})

/** The account of another member is not pinned to the farmer's place. */
function isMembers({ team }: Live, author: string): boolean {
  return isAgreed(team) && team.members.some(({ account }) => account === author)
}

/** Compares with the pinned account, and those of a team that has agreed; the first proof pins it. In development merges have no author. */
function isBy(work: Work, author: string | null): boolean {
  if (author === null || !isLive(work)) return true
  return isMembers(work, author) || (work.account ?? author) === author
}

export type Recheck = Unsigned & { readonly kind: 'recheck'; readonly verdict: Verdict }

/** A standing merge is cleared, another one held; without an answer payment waits, at most as long as a dispute may last. */
export const recheck = command<Recheck>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer, verdict }, rules) {
    const work = liveWork(quest, farmer)
    const check = work?.status === 'in-review' ? (work.evidence.merge?.check ?? 'clear') : 'clear'
    if (work?.status !== 'in-review' || check === 'clear') return []
    const custody = custodyOf(quest)
    // On chain the service cannot hold the window open: waiting longer than a dispute may last stops nothing.
    const waited = rules.now - work.endsAt >= rules.disputeMs
    if (waited && (verdict.kind === 'unknown' || quest.deposit !== null))
      return custody.giveUpAsking(work, rules)
    if (verdict.kind === 'broken') return custody.doubt(work, verdict.fault, rules)
    if (verdict.kind === 'stands') return [{ kind: 'merge-cleared', farmer }]
    return check === 'pending' ? [{ kind: 'merge-unreachable', farmer }] : []
  },
})

/** Leaves the giver time to dispute on chain, where the service cannot hold a payment. */
const longestLead = 6 * 60 * 60 * 1_000

/** When the merge that proves the work is to be checked again; null for never. */
export function recheckAt(quest: Quest, work: Work, { reviewWindowMs }: Rules): number | null {
  if (work.status === 'disputed') return quest.deposit === null ? work.dispute.endsAt : null
  if (work.status !== 'in-review' || work.evidence.merge?.check === 'clear') return null
  const lead = quest.deposit === null ? 0 : Math.min(longestLead, reviewWindowMs / 4)
  return work.endsAt - lead
}
