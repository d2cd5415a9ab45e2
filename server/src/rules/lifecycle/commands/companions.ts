import { splitAmount, wholeShare } from '@furrow/sdk/amount'
import type { Address } from '../../../ground/address.ts'
import type { MainEnd } from '../companion.ts'
import { refund, release } from '../endings.ts'
import type { QuestEvent } from '../events/all.ts'
import { type Evidence, hasLeft, isEnded, liveWork, type Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { divide } from '../shares.ts'
import { countFree, countLive } from '../status.ts'
import { noTeam } from '../team.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { splitterOf } from './sharing.ts'

export type Follow = Unsigned & { readonly kind: 'follow'; readonly end: MainEnd }

/**
 * A place of the main quest was released: the backer's part ends the same way, once. Where the backer objects, the dispute
 * decides, unless the main quest gave its money back. Money that no release earns goes back when the quest ends. Backers owe
 * themselves nothing.
 */
export const follow = command<Follow>({
  reads: ({ farmer, end }) => [farmer, ...membersOf(end)],
  begins: false,
  scopes: [],
  decide(quest, { farmer, end }, { now, reviewWindowMs }) {
    if (quest.companionOf === null || quest.closed !== null || farmer === quest.giver) return []
    const work = quest.work.get(farmer)
    if (work !== undefined && isEnded(work)) return []
    // The contract decides about what was proposed to it.
    if (work !== undefined && !hasLeft(work) && quest.deposit !== null) return []
    if (work !== undefined && !hasLeft(work))
      return end.kind === 'refunded' ? [refund(quest, farmer, end.because)] : []
    if (countFree(quest) <= 0 || end.kind === 'refunded') return []
    const { acceptedAt: since } = end
    if (quest.deposit !== null) {
      if (quest.deposit.status !== 'funded' || quest.deposit.closing) return []
      return [
        { kind: 'accepted', farmer, account: null, expiresAt: now, idleAt: now, since },
        ...sharedAs(quest, farmer, end),
        handIn(farmer, end.evidence, now + reviewWindowMs),
      ]
    }
    return [
      { kind: 'accepted', farmer, account: null, expiresAt: now, idleAt: now, since },
      ...paid(quest, farmer, end),
    ]
  },
})

/** The contract runs a window of the backer's own about work that the giver has released. */
function handIn(farmer: Address, { merge, submission }: Evidence, reviewEndsAt: number): QuestEvent {
  if (merge === null)
    return {
      ...{ kind: 'submitted', farmer, reviewEndsAt },
      ...{ url: submission?.url ?? null, note: submission?.note ?? null },
    }
  const { pullRequest, repoKey } = merge
  return { kind: 'merged', farmer, repoKey, pullRequest, facts: null, reviewEndsAt, elsewhere: true }
}

function membersOf(end: MainEnd): Address[] {
  return end.kind === 'released' ? end.members.map(({ address }) => address as Address) : []
}

function paid(quest: Quest, farmer: Address, end: Extract<MainEnd, { kind: 'released' }>): QuestEvent[] {
  const { because, share, told } = end
  const whole = release(quest, farmer, because)
  const event = { ...whole, ...(share !== null && divided(quest, share)), ...(told !== null && { told }) }
  const members = teamWith(quest, farmer, end)
  return members.length === 1 ? [event] : divide(quest, event, members)
}

/** The members agreed to their shares in the main quest; on a chain without a splitter the farmer has it alone. */
function sharedAs(quest: Quest, farmer: Address, end: Extract<MainEnd, { kind: 'released' }>): QuestEvent[] {
  const { splitter } = splitterOf(quest)
  const shares = teamWith(quest, farmer, end)
  if (splitter === undefined || shares.length === 1) return []
  return [{ kind: 'place-shared', farmer, shares, splitter, agreed: true }]
}

function teamWith({ giver }: Quest, farmer: Address, { members }: Extract<MainEnd, { kind: 'released' }>) {
  const others = members
    .filter(({ address }) => address !== giver)
    .map(({ address, part }) => ({ address: address as Address, share: part }))
  const own = others.reduce((left, { share: part }) => left - part, wholeShare)
  return [{ address: farmer, share: own }, ...others]
}

/** A part too small for the token is nothing, and goes back to the backer. */
function divided({ amount, token }: Quest, share: number) {
  const [paid, refunded] = splitAmount(amount, token, share)
  return { paid, refunded, share }
}

export type HandedIn = {
  readonly evidence: Evidence
  readonly acceptedAt: number
  readonly startedAt: number
  readonly reviewEndsAt: number
  readonly members: readonly { readonly address: Address; readonly share: number }[]
}

export type Objection = {
  readonly kind: 'object'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string
  /** The work in review; null where the main quest has none of this farmer. */
  readonly work: HandedIn | null
}

/** The backer objects to paying their part alone: it is disputed by itself, and the main quest goes on. */
export const object = command<Objection>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, reason, work }, { now, disputeMs }) {
    if (quest.companionOf === null || by !== quest.giver)
      throw new Refusal('not-a-backer', 'Only somebody who adds to the reward of this quest may object.')
    if (quest.deposit !== null)
      throw new Refusal(
        'on-chain-only',
        'What you added is on chain, where your own window begins once the giver has released the work: then call dispute(escrow, farmer) of the escrow contract with your wallet, for your part alone.',
      )
    if (by === farmer)
      throw new Refusal('own-work', 'This work is your own, and you owe yourself nothing for it.')
    if (liveWork(quest, farmer) !== null)
      throw new Refusal('objected-already', 'You object to this work already.')
    const before = quest.work.get(farmer)
    if (before !== undefined && isEnded(before))
      throw new Refusal('decided-already', `This work is ${before.status} already.`)
    if (work === null)
      throw new Refusal(
        'not-in-review',
        'This farmer has no work in review: you may object from when work is handed in until it is decided.',
      )
    if (quest.closed !== null || countFree(quest) <= 0)
      throw new Refusal('decided-already', 'What you added is for other places, which are decided.')
    const { acceptedAt: since, evidence, members, startedAt, reviewEndsAt } = work
    const agreed = members.map(member => ({ ...member, account: null, agreedAt: now }))
    const team = agreed.length === 0 ? noTeam : { members: agreed, times: 1 }
    const handedIn = { evidence, startedAt, reviewEndsAt, team }
    return [
      { kind: 'accepted', farmer, account: null, expiresAt: now, idleAt: now, since },
      { kind: 'objected', farmer, reason, disputeEndsAt: now + disputeMs, ...handedIn },
    ]
  },
})

type DropObjection = Unsigned & { readonly kind: 'drop-objection' }

/** The work that the backer objected to was given back to its farmer: there is nothing to decide until it is handed in anew. */
export const dropObjection = command<DropObjection>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer }) {
    if (quest.companionOf === null || quest.deposit !== null) return []
    if (liveWork(quest, farmer)?.status !== 'disputed') return []
    return [{ kind: 'place-cancelled', farmer }]
  },
})

type EndCompanion = {
  readonly kind: 'end-companion'
  readonly by: null
  readonly as: 'completed' | 'cancelled'
}

/** The main quest is over, or the backer adds nothing any more: what no work earned goes back to the backer. */
export const endCompanion = command<EndCompanion>({
  reads: 'none',
  begins: false,
  scopes: [],
  decide(quest, { as }) {
    if (quest.companionOf === null || quest.closed !== null) return []
    if (countFree(quest) <= 0 && countLive(quest.tally) === 0) return []
    return [{ kind: 'closed', as }]
  },
})
