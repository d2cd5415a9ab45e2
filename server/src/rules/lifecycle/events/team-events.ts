import type { Address } from '../../../ground/address.ts'
import { toLedger } from '../../ledger/amounts.ts'
import { quiet } from '../notice.ts'
import { move } from '../postings.ts'
import type { Backing, Ended, Quest, ReleasedBecause } from '../quest.ts'
import { liveWork } from '../quest.ts'
import { moveSums } from '../sums.ts'
import { isAgreed, type Team } from '../team.ts'
import { withPlace } from '../with-place.ts'
import { event } from './event.ts'
import { ofAccepted, ofLive } from './place.ts'
import { releasedDeed, worthOf } from './releases.ts'

export type TeamEvent = PlaceShared | ShareAgreed | ShareEnded | ShareReleased

type PlaceShared = {
  readonly kind: 'place-shared'
  readonly farmer: Address
  readonly shares: readonly { readonly address: Address; readonly share: number }[]
  readonly splitter?: Address
  /** The members agreed elsewhere: in the quest that this one adds to. */
  readonly agreed?: true
}

export const placeShared = event<PlaceShared>({
  evolve: ofAccepted((work, { agreed = false, farmer, shares, splitter }, at) => {
    const members = shares.map(share => ({
      ...share,
      account: null,
      agreedAt: agreed || share.address === farmer ? at : null,
    }))
    const times = work.team.times + 1
    return { ...work, team: { members, times, ...(splitter !== undefined && { splitter }) } }
  }),
  // The place shows its members, whose names go with their accounts.
  public: [],
  told: { members: ({ shares }) => shares.length },
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices: (_, { agreed = false, farmer, shares }) =>
    shares
      .filter(({ address }) => address !== farmer && !agreed)
      .map(({ address, share }) => quiet([address], 'place-shared', { farmer, share })),
})

type ShareAgreed = {
  readonly kind: 'share-agreed'
  readonly farmer: Address
  readonly member: Address
  readonly account: string | null
}

export const shareAgreed = event<ShareAgreed>({
  evolve: ofAccepted((work, { member, account }, at) => ({
    ...work,
    team: agreeTo(work.team, { member, account, at }),
  })),
  public: [],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices(quest, { farmer, member, account }, { now: at }) {
    const team = liveWork(quest, farmer)?.team
    const all = team !== undefined && isAgreed(agreeTo(team, { member, account, at }))
    return [quiet(all ? [farmer, quest.giver] : [farmer], 'share-agreed', { farmer, member, all })]
  },
})

function agreeTo(
  { members, ...team }: Team,
  { member, account, at }: { readonly member: Address; readonly account: string | null; readonly at: number },
): Team {
  const agreed = members.map(one => (one.address === member ? { ...one, account, agreedAt: at } : one))
  return { ...team, members: agreed }
}

export type ShareEnded = {
  readonly kind: 'share-ended'
  readonly farmer: Address
  readonly ended: 'changed' | 'refused' | 'not-agreed' | 'place-over'
}

export const shareEnded = event<ShareEnded>({
  evolve: ofLive(work => ({ ...work, team: { members: [], times: work.team.times } })),
  public: ['ended'],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices(quest, { farmer, ended }) {
    // The main quest tells them.
    if (quest.companionOf !== null) return []
    const members = liveWork(quest, farmer)?.team.members ?? []
    const others = members.map(({ address }) => address).filter(address => address !== farmer)
    const to = ended === 'place-over' ? others : [...others, farmer]
    return [quiet(to, 'share-ended', { farmer, ended })]
  },
})

/** A member's part of a released place, which ends with the next event of its farmer. */
export type ShareReleased = {
  readonly kind: 'share-released'
  readonly farmer: Address
  readonly of: Address
  readonly because: ReleasedBecause
  readonly paid: string
  /** The member's share of the team's, in ten-thousandths, and the team's of the reward where giver and farmer divided it. */
  readonly part: number
  readonly share?: number
  readonly backing?: Backing
  readonly counts?: boolean
}

export const shareReleased = event<ShareReleased>({
  evolve: (quest, event, at) => ({
    ...quest,
    work: withPlace(quest.work, event.farmer, endOf(quest, event, at)),
    sums: moveSums(quest.sums, { paid: toLedger(event.paid) }),
  }),
  public: ['because', 'paid', 'part', 'share', 'backing', 'counts'],
  words: [],
  movesMoney: true,
  topic: 'payment',
  // One letter tells what others add, with the release of the place.
  notices: ({ companionOf, token }, { farmer, of, paid: amount }) =>
    companionOf === null ? [quiet([farmer], 'share-released', { farmer: of, amount, token })] : [],
  deeds: (quest, event) => [
    { kind: 'shared', farmer: event.farmer, again: quest.work.has(event.farmer) },
    releasedDeed(quest, event, event.of),
  ],
  postings: (quest, { farmer, of, paid }) => [
    move(quest, `release:${quest.id}:${of}:${farmer}`, toLedger(paid), 'held', 'released', farmer),
  ],
})

/** The payment is looked for from when the farmer took the place: the members' work began no later. */
function endOf({ deposit, work }: Quest, event: ShareReleased, at: number): Ended {
  const { because, farmer, of, paid, part, share = null } = event
  const place = work.get(of)
  return {
    status: 'released',
    farmer,
    acceptedAt: place !== undefined && 'acceptedAt' in place ? place.acceptedAt : at,
    endedAt: at,
    decidedFor: null,
    paid,
    worth: worthOf(event, deposit === null ? at : null),
    ending: { because, reason: null, share },
    unpaid: null,
    reclaimedAt: null,
    of,
    part,
  }
}
