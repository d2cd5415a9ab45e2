import type { Address } from '../../../ground/address.ts'
import { fromLedger, toLedger } from '../../ledger/amounts.ts'
import type { Posting } from '../../ledger/posting.ts'
import { isBackerNews, isEditNews } from '../folding.ts'
import { loud, quiet } from '../notice.ts'
import { changedTerms, type DepositFacts, type NoticeValues } from '../notice-values.ts'
import { move } from '../postings.ts'
import { type Deposit, isLive, type Quest } from '../quest.ts'
import { moveSums, openUnits } from '../sums.ts'
import { changedBy, type Terms } from '../terms.ts'
import { event } from './event.ts'

export type WholeEvent =
  | Posted
  | Funded
  | Misfunded
  | Edited
  | Paused
  | Resumed
  | Closed
  | DeadlinePassed
  | PlacesReturned
  | Closing
  | NoticeGiven
  | ReviewWritten

type Posted = { readonly kind: 'posted' }

export const posted = event<Posted>({
  evolve: quest => quest,
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
  deeds: ({ giver }) => [{ kind: 'posted', giver }],
  postings: quest => (quest.deposit === null ? promise(quest) : []),
})

type Funded = { readonly kind: 'funded' }

export const funded = event<Funded>({
  evolve: quest => withDeposit(quest, { status: 'funded' }),
  public: [],
  former: ['problem'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  tellsActor: true,
  // The letter says that farmers can take places.
  notices: ({ companionOf, giver }) => (companionOf === null ? [quiet([giver], 'funded', {})] : []),
  postings: promise,
})

type Misfunded = {
  readonly kind: 'misfunded'
  readonly problem: string
  readonly paid: DepositFacts
  readonly needed: DepositFacts
}

export const misfunded = event<Misfunded>({
  evolve: (quest, { problem }) => withDeposit(quest, { problem, closing: true }),
  public: ['problem'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  tellsActor: true,
  notices: ({ giver }, { paid, needed }) => [quiet([giver], 'misfunded', { paid, needed })],
  owes: () => [{ call: 'close', farmer: null }],
})

export type Edited = {
  readonly kind: 'edited'
  readonly before: Partial<Terms>
  readonly after: Partial<Terms>
  /** The new deposit; null where it stays the same, or is not on chain. */
  readonly deposit: DepositPlan | null
  readonly backers: readonly Address[]
}

export type DepositPlan = {
  readonly token: Address
  readonly decimals: number
  readonly amountEach: bigint
}

export const edited = event<Edited>({
  evolve: withTerms,
  public: [],
  told: { changed: changedBy },
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices(quest, edit, { now }) {
    if (isForNewcomers(edit)) return []
    const live = [...quest.work.values()].filter(isLive)
    const farmers = isEditNews(quest, now) ? live.map(({ farmer }) => farmer) : []
    const backers = isBackerNews(quest, now) ? edit.backers : []
    return [
      ...(farmers.length > 0 ? [quiet(farmers, 'edited', changesOf(quest, edit))] : []),
      ...(backers.length > 0 ? [quiet(backers, 'edited-for-backers', changesForBackers(quest, edit))] : []),
    ]
  },
  postings: (quest, edit) => (quest.deposit === null ? repricing(quest, edit) : []),
})

/** The questions are put to those who apply later: nobody with a place is told of them. */
function isForNewcomers({ after }: Edited): boolean {
  return Object.keys(after).every(key => key === 'questions')
}

function withTerms(quest: Quest, edit: Edited, at: number): Quest {
  const { after, deposit } = edit
  const isNews = !isForNewcomers(edit)
  const editToldAt = isNews && isEditNews(quest, at) ? at : quest.editToldAt
  const toldAt = isNews && isBackerNews(quest, at) ? at : quest.backers.toldAt
  const changed = { ...quest, ...after, backers: { ...quest.backers, toldAt } }
  const promised = quest.sums.promised + openUnits(changed) - openUnits(quest)
  const sums = { ...quest.sums, promised }
  const next = { ...changed, sums, revision: quest.revision + 1, editToldAt }
  if (deposit === null) return next
  const { token, decimals, amountEach } = deposit
  return withDeposit(next, { token, decimals, amountEach })
}

/** For those who have a place: for them it only gets better. */
function changesOf({ amount, token }: Quest, { after }: Edited): NoticeValues['edited'] {
  return {
    amount: after.amount === undefined ? null : { before: amount, after: after.amount, token },
    places: after.places ?? null,
    deadline: after.deadline === undefined ? null : { after: after.deadline },
    description: after.description !== undefined,
  }
}

/** Any term may have changed, and for the worse where nobody relied on it: the quest itself shows how it reads now. */
function changesForBackers(quest: Quest, edit: Edited): NoticeValues['edited-for-backers'] {
  const { amount, deadline } = changesOf(quest, edit)
  const terms = changedBy(edit).flatMap(name => changedTerms.find(term => term === name) ?? [])
  return { amount, deadline, terms }
}

/** The amount held for open places becomes their new cost: more is promised, or less. */
function repricing(quest: Quest, { after: changes }: Edited): Posting[] {
  const { id: questId, giver: party } = quest
  const after = { ...quest, ...changes }
  const isSameToken = after.token === quest.token
  const [before, next] = [openUnits(quest), openUnits(after)]
  const number = quest.revision + 1
  const promised = { account: 'promised', party } as const
  const held = { account: 'held', party } as const
  const more = isSameToken ? next - before : next
  const less = isSameToken ? before - next : before
  const raise = { id: `raise:${questId}:${number}`, questId, token: after.token, from: promised, to: held }
  const lower = { id: `lower:${questId}:${number}`, questId, token: quest.token, from: held, to: promised }
  return [
    ...(less > 0n ? [{ ...lower, units: less }] : []),
    ...(more > 0n ? [{ ...raise, units: more }] : []),
  ]
}

type Paused = { readonly kind: 'paused' }

export const paused = event<Paused>({
  evolve: quest => ({ ...quest, paused: true }),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

type Resumed = { readonly kind: 'resumed' }

export const resumed = event<Resumed>({
  evolve: quest => ({ ...quest, paused: false }),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

type Closed = { readonly kind: 'closed'; readonly as: 'completed' | 'cancelled' }

export const closed = event<Closed>({
  evolve: (quest, { as }, at) => ({
    ...quest,
    closed: as,
    paused: false,
    // Before anybody entered.
    ...(quest.contest?.decided === null && {
      contest: { ...quest.contest, decided: { because: 'cancelled', at, paid: 0 } },
    }),
  }),
  public: ['as'],
  words: [],
  movesMoney: true,
  topic: 'quest',
})

type DeadlinePassed = { readonly kind: 'deadline-passed' }

export const deadlinePassed = event<DeadlinePassed>({
  evolve: quest => ({ ...quest, paused: false }),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices({ contest, giver }) {
    if (contest === null) return []
    const { entries, decideUntil, rankBy } = contest
    return [quiet([giver], 'contest-closed', { entries, decideUntil, rankBy })]
  },
})

/** The funds of places that nobody can earn any more went back to the giver. */
type PlacesReturned = { readonly kind: 'places-returned'; readonly places: number }

export const placesReturned = event<PlacesReturned>({
  evolve: (quest, { places }) => ({
    ...quest,
    returned: quest.returned + places,
    sums: moveSums(quest.sums, { refunded: toLedger(quest.amount) * BigInt(places) }),
  }),
  public: ['places'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices: ({ amount, companionOf, giver, token }, { places }) =>
    companionOf === null
      ? []
      : [quiet([giver], 'backing-returned', { amount: unearned(amount, places), token })],
  postings: (quest, { places }) => [
    move(
      quest,
      `close:${quest.id}`,
      toLedger(quest.amount) * BigInt(places),
      'held',
      'refunded',
      quest.giver,
    ),
  ],
})

function unearned(amount: string, places: number): string {
  return fromLedger(toLedger(amount) * BigInt(places))
}

type Closing = { readonly kind: 'closing' }

export const closing = event<Closing>({
  evolve: quest => withDeposit(quest, { closing: true }),
  public: [],
  words: [],
  movesMoney: true,
  topic: 'quest',
  // A backer did not end the quest, and waits for nothing else.
  notices: ({ companionOf, giver }) =>
    companionOf === null ? [] : [{ ...quiet([giver], 'backing-closing', {}), tellsDoer: true }],
  owes: () => [{ call: 'close', farmer: null }],
})

/** The giver told the contract when they take free places back: nobody can join any more. */
type NoticeGiven = {
  readonly kind: 'notice-given'
  readonly endsAt: number
  /** Those whose entries wait in a contest that is not decided. */
  readonly entrants?: readonly Address[]
}

export const noticeGiven = event<NoticeGiven>({
  evolve: (quest, { endsAt }) => withDeposit(quest, { noticeEndsAt: endsAt }),
  public: ['endsAt'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices({ work }, { endsAt, entrants = [] }) {
    const waiting = [...work.values()].filter(({ status }) => status === 'accepted')
    if (entrants.length > 0) return [loud(entrants, 'prizes-called-back', { endsAt })]
    if (waiting.length === 0) return []
    const to = waiting.map(({ farmer }) => farmer)
    return [loud(to, 'notice-given', { endsAt })]
  },
})

type ReviewWritten = {
  readonly kind: 'reviewed'
  readonly reviewer: Address
  readonly reviewee: Address
  readonly role: 'farmer' | 'giver'
  readonly rating: number
  readonly comment: string
}

export const reviewed = event<ReviewWritten>({
  evolve: quest => quest,
  public: ['reviewee', 'role', 'rating', 'comment'],
  words: ['comment'],
  movesMoney: false,
  topic: 'quest',
  deeds({ work }, review) {
    const part = work.get(review.role === 'farmer' ? review.reviewee : review.reviewer)
    return [{ ...review, counts: part?.status === 'released' && part.worth?.counts === true }]
  },
})

function withDeposit(quest: Quest, change: Partial<Deposit>): Quest {
  return quest.deposit === null ? quest : { ...quest, deposit: { ...quest.deposit, ...change } }
}

function promise(quest: Quest): Posting[] {
  return [move(quest, `promise:${quest.id}`, quest.sums.promised, 'promised', 'held', quest.giver)]
}
