import {
  type Assignment,
  type EscrowTransaction,
  fromUnits,
  type Quest,
  type QuestEvent,
  toUnits,
} from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { isOver } from './is-over.ts'

export type StepKey = 'funds' | 'taken' | 'handed-in' | 'review' | 'paid'

/**
 * `now`: somebody or something is waited for here; `part`: some places are through, and nothing waits; `back`: the money went
 * to the giver instead; `off`: the step will not happen any more.
 */
export type StepState = 'done' | 'now' | 'part' | 'ahead' | 'disputed' | 'back' | 'off'

export type Step = {
  readonly key: StepKey
  readonly label: string
  readonly state: StepState
  /** Only the ledger says so: no money was seen. */
  readonly isPromise: boolean
  /** The number of places that are through. */
  readonly reached: number
  /** The number of places at this step now. */
  readonly waiting: number
  /** The time, where it is the same for all. */
  readonly at: string | null
  /** The time at which the waiting step happens by itself: the first of several. */
  readonly until: string | null
  readonly amount: string | null
  readonly transactions: readonly EscrowTransaction[]
}

/** The possible destinations of disputed money, and its actual ones. */
export type Fork = {
  readonly open: number
  readonly until: string | null
  readonly toFarmers: string | null
  readonly toGiver: string | null
}

export type Way = {
  readonly places: number
  readonly steps: readonly Step[]
  readonly fork: Fork | null
  /** The part of the amount that is neither with farmers nor back with the giver. */
  readonly left: string
}

type Told = readonly Pick<QuestEvent, 'kind' | 'farmer' | 'at' | 'details'>[]
type Paid = NonNullable<Assignment['payment']>['status']

const finest = 18

/** The way of the money of all places of a quest, from its giver's deposit to its farmers. */
export function wayOf(quest: Quest, events: Told = []): Way {
  return wayThrough(quest, quest.farmers, quest.maxFarmers, events)
}

/** The same for one farmer's place. */
export function wayOfPlace(quest: Quest, farmer: Assignment, events: Told = []): Way {
  return wayThrough(quest, [farmer], 1, events)
}

/** The part of all funds that is neither paid nor given back. */
export function leftOf({ amount, released, refunded }: Quest['funding']): string {
  const [all, paid, back] = [amount, released, refunded].map(text => toUnits(text, finest) ?? 0n)
  const left = (all ?? 0n) - (paid ?? 0n) - (back ?? 0n)
  return fromUnits(left > 0n ? left : 0n, finest)
}

const order: readonly Assignment['status'][] = ['in-review', 'disputed', 'accepted', 'released', 'refunded']

/** The place that falls due first comes first. */
export function byUrgency(one: Assignment, other: Assignment): number {
  return (
    order.indexOf(one.status) - order.indexOf(other.status) ||
    (one.reviewEndsAt ?? '').localeCompare(other.reviewEndsAt ?? '')
  )
}

function wayThrough(quest: Quest, farmers: readonly Assignment[], places: number, events: Told): Way {
  const isWhole = farmers === quest.farmers
  const over = isOver(quest)
  const transactions = quest.funding.transactions ?? []
  const of = (...statuses: readonly Assignment['status'][]) =>
    farmers.filter(({ status }) => statuses.includes(status))
  const [atWork, inReview, disputed, released, refunded] = [
    of('accepted'),
    of('in-review'),
    of('disputed'),
    of('released'),
    of('refunded'),
  ]
  const only = places === 1 ? farmers[0] : undefined
  // The winners of a contest had handed in their entries to it.
  const handedIn = quest.contest ? farmers : farmers.filter(wasHandedIn)
  const free = Math.max(0, places - farmers.length)
  const isFunded = quest.funding.status !== 'unfunded'
  const step = (
    key: StepKey,
    { label, reached, waiting, ...more }: Partial<Step> & Pick<Step, 'label' | 'reached' | 'waiting'>,
  ): Step => ({
    key,
    label,
    reached,
    waiting,
    state: reached >= places ? 'done' : waiting > 0 ? 'now' : over ? 'off' : reached > 0 ? 'part' : 'ahead',
    isPromise: false,
    at: null,
    until: null,
    amount: null,
    transactions: [],
    ...more,
  })
  const byKind = (...kinds: readonly EscrowTransaction['kind'][]) =>
    transactions.filter(
      ({ kind, farmer }) => kinds.includes(kind) && (only === undefined || farmer === only.address),
    )
  const back = places > 0 && refunded.length === places
  return {
    places,
    left: leftOf(quest.funding),
    fork: forkOf(disputed, farmers, events),
    steps: [
      step('funds', {
        ...fundsOf(quest),
        at: quest.funding.rail === 'ledger' ? quest.createdAt : timeOf(events, 'funded', null),
        transactions: transactions.filter(({ kind }) => kind === 'fund'),
        ...(!isWhole && { amount: null }),
        reached: isFunded ? places : 0,
        waiting: isFunded || over ? 0 : places,
      }),
      step('taken', {
        label: t`Taken`,
        reached: farmers.length,
        waiting: over || !isFunded ? 0 : free,
        at: only?.acceptedAt ?? null,
      }),
      step('handed-in', {
        label: only?.status === 'accepted' && only.returned ? t`Returned` : t`Handed in`,
        reached: handedIn.length,
        waiting: atWork.length,
        at: only ? timeOf(events, ['merged', 'submitted'], only.address) : null,
        until: first(atWork.map(({ expiresAt }) => expiresAt)),
        ...(over && handedIn.length < places && released.length === places && { state: 'off' }),
      }),
      step('review', {
        label: disputed.length > 0 && inReview.length === 0 ? t`Disputed` : t`Review`,
        reached: released.length + refunded.length,
        waiting: inReview.length + disputed.length,
        at: only?.releasedAt ?? null,
        until: first(
          inReview.length > 0
            ? inReview.map(({ reviewEndsAt }) => reviewEndsAt)
            : disputed.map(({ disputeEndsAt }) => disputeEndsAt),
        ),
        transactions: byKind('propose', 'dispute'),
        ...(disputed.length > 0 && { state: 'disputed' }),
      }),
      step('paid', {
        ...paymentOf(quest, released, back),
        reached: released.length,
        waiting: 0,
        at: only?.releasedAt ?? null,
        amount: isWhole ? paidOf(quest, back) : (only?.paid ?? null),
        transactions: byKind('approve', 'resolve', 'settle', 'release'),
        ...(back && { state: 'back' }),
      }),
    ],
  }
}

/** The giver's deposit, made or due. */
function fundsOf({ funding, status }: Quest): Pick<Step, 'label' | 'amount'> & Partial<Step> {
  const { rail, amount, problem } = funding
  if (problem) return { label: t`Wrong deposit`, amount, state: 'disputed' }
  if (rail === 'ledger') return { label: t`Promised`, amount, isPromise: true }
  if (funding.status !== 'unfunded') return { label: t`Deposited`, amount }
  return { label: status === 'cancelled' ? t`Never paid in` : t`To be paid in`, amount }
}

/** The name of the last step: a release in the ledger moves no money, and is no payment before one is seen. */
function paymentOf(
  { funding, rewardAmount }: Quest,
  released: readonly Assignment[],
  back: boolean,
): Pick<Step, 'label'> & Partial<Step> {
  if (back) return { label: t`Given back` }
  if (funding.rail === 'chain') return { label: t`Paid` }
  const shown = new Set<Paid | null>(released.map(({ payment }) => payment?.status ?? null))
  if (released.length === 0 || rewardAmount === 0) return { label: t`Released`, isPromise: true }
  if (shown.size === 1 && shown.has('paid')) return { label: t`Paid` }
  if (shown.has('confirming')) return { label: t`Being paid` }
  return { label: t`Released`, isPromise: true }
}

/** The amount that went to farmers; where all went back, that amount. */
function paidOf({ funding }: Quest, back: boolean): string | null {
  if (back) return funding.refunded
  return funding.released === '0' ? null : funding.released
}

function forkOf(open: readonly Assignment[], farmers: readonly Assignment[], events: Told): Fork | null {
  const disputed = farmers.filter(({ disputedAt }) => disputedAt !== null)
  if (disputed.length === 0) return null
  const ends = events.filter(
    ({ kind, farmer }) =>
      (kind === 'released' || kind === 'refunded') && disputed.some(({ address }) => address === farmer),
  )
  return {
    open: open.length,
    until: first(open.map(({ disputeEndsAt }) => disputeEndsAt)),
    toFarmers: sum(disputed.map(({ paid }) => paid)),
    toGiver: sum(ends.map(({ details }) => details.refunded)),
  }
}

/** Also true for work in a list, which leaves out the work itself. */
function wasHandedIn({ status, reviewEndsAt, pullRequest, submission }: Assignment): boolean {
  if (status === 'in-review' || status === 'disputed') return true
  if (status === 'accepted') return false
  return reviewEndsAt !== null || pullRequest !== null || submission != null
}

function timeOf(events: Told, kinds: string | readonly string[], farmer: string | null): string | null {
  return events.findLast(event => kinds.includes(event.kind) && event.farmer === farmer)?.at ?? null
}

function first(times: readonly (string | null)[]): string | null {
  return times.filter(time => time !== null).toSorted()[0] ?? null
}

function sum(amounts: readonly (string | null | undefined)[]): string | null {
  const given = amounts.flatMap(amount => amount ?? [])
  if (given.length === 0) return null
  return fromUnits(
    given.reduce((total, amount) => total + (toUnits(amount, finest) ?? 0n), 0n),
    finest,
  )
}
