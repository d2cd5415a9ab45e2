import { type Address, checksum } from '../address.ts'
import type { ChainEvent, PaidBecause } from './chain-event.ts'
import type { Paid } from './commands.ts'
import type { QuestEvent, RefundedBecause, ReleasedBecause, WorkEvent } from './events.ts'
import { type Deposit, hasLeft, isEnded, isLive, type Live, liveWork, type Quest } from './quest.ts'
import { countFree } from './status.ts'

/** Takes a confirmed deposit for a quest, once; a wrong one is given back. */
export function takeDeposit(quest: Quest, paid: Paid): QuestEvent[] {
  const { deposit } = quest
  if (deposit === null || deposit.status === 'funded' || deposit.problem !== null) return []
  const matches =
    paid.token === deposit.token && paid.amountEach === deposit.amountEach && paid.slots === quest.places
  return matches ? [{ kind: 'funded' }] : [{ kind: 'misfunded', problem: problemOf(quest, deposit, paid) }]
}

/**
 * What the contract reported, whoever caused it. It holds the funds, so what it says is so, in whatever order it is heard:
 * what was missed in between is not waited for. What is heard twice counts once.
 */
export function mirror(quest: Quest, event: ChainEvent): QuestEvent[] {
  if (event.kind === 'fund') return takeDeposit(quest, event)
  if (event.kind === 'refund' && event.farmer === null) return takeBack(quest, event.amount)
  return 'farmer' in event && event.farmer !== null ? mirrorWork(quest, event.farmer, event) : []
}

/** @throws Error for what can only be if something is missing here, or somebody else has the operator's key. */
function mirrorWork(quest: Quest, farmer: Address, event: ChainEvent): QuestEvent[] {
  const work = quest.work.get(farmer)
  if (work === undefined || hasLeft(work)) {
    if (event.kind === 'approve' || event.kind === 'resolve' || event.kind === 'settle') return []
    throw new Error(`the contract says ${event.kind} of ${farmer}, who has no place in ${quest.id}`)
  }
  if (isEnded(work)) {
    const ended = { release: 'released', refund: 'refunded' }[event.kind as string] ?? work.status
    if (ended !== work.status)
      throw new Error(
        `the contract says ${event.kind} of ${farmer}, whose work in ${quest.id} is ${work.status}`,
      )
    return []
  }
  switch (event.kind) {
    case 'propose':
      if (work.status === 'accepted')
        throw new Error(`the contract says that ${farmer} was proposed, who has no work in ${quest.id} yet`)
      return work.proposed ? [] : [{ kind: 'proposed', farmer, reviewEndsAt: event.reviewEndsAt }]
    case 'dispute':
      return disputeOf(work, event.settlesAt)
    case 'release':
      return [{ kind: 'released', farmer, because: releasedBecause(event.because) }]
    case 'refund':
      return event.farmer === null
        ? []
        : [{ kind: 'refunded', farmer, because: refundedBecause(event.because) }]
    default:
      return []
  }
}

function disputeOf(work: Live, disputeEndsAt: number): QuestEvent[] {
  const { farmer, status } = work
  if (status === 'disputed') return []
  if (status === 'accepted')
    throw new Error(`the contract says that ${farmer} is disputed, who has no work yet`)
  const reason = 'The giver disputed it on chain.'
  return [{ kind: 'disputed', farmer, by: 'giver', reason, disputeEndsAt }]
}

/** The contract will never take a proposal of this farmer: it has no place for him any more, and for nobody else. */
export function strand(quest: Quest, farmer: Address): QuestEvent[] {
  const work = liveWork(quest, farmer)
  const ended = work === null ? [] : endUnproposed(work)
  return ended.length === 0 ? [] : [...ended, ...closeUnlessClosed(quest)]
}

/**
 * The giver took back the places that nobody was proposed for, which the contract allows once: nobody can join any more,
 * and whoever has a place and was not proposed can never be. A deposit that was never taken books nothing.
 */
function takeBack(quest: Quest, amount: bigint): QuestEvent[] {
  const { deposit } = quest
  if (deposit?.status !== 'funded' || quest.returned > 0) return []
  const live = [...quest.work.values()].filter(isLive)
  const stranded = live.flatMap(endUnproposed)
  const lost = stranded.filter(({ kind }) => kind === 'refunded').length
  const free = countFree(quest) + stranded.length - lost
  // Some that are not known to be proposed must be: their events come later, and this one waits for them.
  if (amount < deposit.amountEach * BigInt(free + lost))
    throw new Error(`the contract gave back ${amount}, which is less than ${free + lost} places`)
  const returned: QuestEvent[] = free > 0 ? [{ kind: 'places-returned', places: free }] : []
  return [...stranded, ...returned, ...closeUnlessClosed(quest)]
}

function closeUnlessClosed({ closed }: Quest): QuestEvent[] {
  return closed === null ? [{ kind: 'closed', as: 'cancelled' }] : []
}

function endUnproposed(work: Live): WorkEvent[] {
  const { farmer } = work
  if (work.status === 'accepted') return [{ kind: 'place-cancelled', farmer }]
  return work.proposed ? [] : [{ kind: 'refunded', farmer, because: 'funds-gone' }]
}

function releasedBecause(because: PaidBecause): ReleasedBecause {
  return because === null
    ? 'window-over'
    : ({ approve: 'approved', resolve: 'resolved', settle: 'undecided' } as const)[because]
}

function refundedBecause(because: PaidBecause): RefundedBecause {
  if (because === 'resolve') return 'resolved'
  return because === 'settle' ? 'undecided' : 'on-chain'
}

function problemOf({ places }: Quest, deposit: Deposit, paid: Paid): string {
  const say = (token: Address, each: bigint, count: number) =>
    `${each} of ${checksum(token)} for each of ${count} places`
  return `The deposit on chain is ${say(paid.token, paid.amountEach, paid.slots)}; the quest needs ${say(deposit.token, deposit.amountEach, places)}. It is given back: call refund with the wallet that paid it in, and post the quest again.`
}
