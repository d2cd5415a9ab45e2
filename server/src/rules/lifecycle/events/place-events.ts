import type { Address } from '../../../ground/address.ts'
import { isGiven, isNews, isUntold, lastTold, toldOf } from '../folding.ts'
import { quiet } from '../notice.ts'
import type { Asked, LeftStatus, Quest } from '../quest.ts'
import { noTeam } from '../team.ts'
import { event } from './event.ts'
import { ofAccepted, ofLive, ofPlace, roundBefore } from './place.ts'

export type PlaceEvent =
  | PlaceTaken
  | AccountPinned
  | Withdrawn
  | Expired
  | ExpiryWarned
  | IdleWarned
  | Kept
  | PlaceExtended
  | Removed
  | PlaceCancelled

type PlaceTaken = {
  readonly kind: 'accepted'
  readonly farmer: Address
  readonly account: string | null
  readonly expiresAt: number
  readonly idleAt: number
  /** It counts among those that are kept for farmers who have finished nothing yet. */
  readonly newcomer?: true
  readonly agent?: true
  /** When a thanks was promised; absent for other work. */
  readonly since?: number
}

export const accepted = event<PlaceTaken>({
  evolve: ofPlace((before, { farmer, account, expiresAt, idleAt, since }, at, quest) => {
    const asked = new Set<Asked>()
    const taken = {
      farmer,
      acceptedAt: since ?? at,
      account,
      asked,
      returned: null,
      round: roundBefore(before),
      team: noTeam,
    }
    const told = isGiven(quest, farmer) ? { toldAt: at, untold: false } : toldOf(before, at)
    const idle = { idleAt, idleWarned: idleAt >= expiresAt, keptAt: null, extensions: 0 }
    return { ...taken, status: 'accepted', expiresAt, warned: false, ...idle, ...told }
  }),
  public: ['expiresAt', 'idleAt'],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices(quest, { farmer, expiresAt, idleAt }, { now }) {
    // A thanks, and a prize, are released with the next event.
    if (quest.thanks !== null || quest.contest !== null) return []
    if (isGiven(quest, farmer)) return [quiet([farmer], 'admitted', { expiresAt, idleAt })]
    if (!isNews(quest.work.get(farmer), now)) return []
    return [quiet([quest.giver, farmer], 'place-taken', { farmer, expiresAt })]
  },
  deeds: ({ work }, { farmer }) => [{ kind: 'accepted', farmer, again: work.has(farmer) }],
})

/** The first proof of an account after the place was taken: its merges prove the work. */
type AccountPinned = { readonly kind: 'account-pinned'; readonly farmer: Address; readonly account: string }

export const accountPinned = event<AccountPinned>({
  evolve: ofLive((work, { account }) => ({ ...work, account })),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
})

type Withdrawn = { readonly kind: 'withdrawn'; readonly farmer: Address }

export const withdrawn = event<Withdrawn>({
  evolve: leaving('withdrawn'),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices: ({ giver, work }, { farmer }) =>
    isUntold(work.get(farmer)) ? [] : [quiet([giver], 'withdrawn', { farmer })],
  deeds: (_, { farmer }) => [
    { kind: 'unheld', farmer },
    { kind: 'withdrawn', farmer },
  ],
})

type Expired = { readonly kind: 'expired'; readonly farmer: Address }

export const expired = event<Expired>({
  evolve: leaving('expired'),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices: (quest, { farmer }) => [
    quiet([quest.giver, farmer], 'place-expired', { returned: isReturned(quest, farmer) }),
  ],
  deeds: (_, { farmer }) => [{ kind: 'unheld', farmer }],
})

type ExpiryWarned = { readonly kind: 'expiry-warned'; readonly farmer: Address }

export const expiryWarned = event<ExpiryWarned>({
  evolve: ofAccepted(work => ({ ...work, warned: true })),
  public: [],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices(quest, { farmer }) {
    const work = quest.work.get(farmer)
    if (work?.status !== 'accepted') return []
    const { expiresAt, returned } = work
    return [quiet([farmer], 'expiry-warned', { returned: returned !== null, expiresAt })]
  },
})

type IdleWarned = { readonly kind: 'idle-warned'; readonly farmer: Address; readonly idleAt: number }

export const idleWarned = event<IdleWarned>({
  evolve: ofAccepted(work => ({ ...work, idleWarned: true })),
  public: ['idleAt'],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices: (_, { farmer, idleAt }) => [quiet([farmer], 'idle-warned', { idleAt })],
})

/** The farmer is still working, and the place cannot be freed before then. */
type Kept = { readonly kind: 'kept'; readonly farmer: Address; readonly idleAt: number }

export const kept = event<Kept>({
  evolve: ofAccepted((work, { idleAt }, at) => ({ ...work, idleAt, idleWarned: true, keptAt: at })),
  public: ['idleAt'],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices: ({ giver }, { farmer, idleAt }) => [quiet([giver], 'kept', { farmer, idleAt })],
})

type PlaceExtended = { readonly kind: 'place-extended'; readonly farmer: Address; readonly expiresAt: number }

export const placeExtended = event<PlaceExtended>({
  evolve: ofAccepted((work, { expiresAt }) => {
    const extensions = work.extensions + 1
    return { ...work, expiresAt, warned: false, idleAt: expiresAt, idleWarned: true, extensions }
  }),
  public: ['expiresAt'],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices: (_, { farmer, expiresAt }) => [quiet([farmer], 'place-extended', { expiresAt })],
})

type Removed = { readonly kind: 'removed'; readonly farmer: Address; readonly reason: string | null }

export const removed = event<Removed>({
  evolve: leaving('removed'),
  public: [],
  words: ['reason'],
  movesMoney: false,
  topic: 'quest',
  notices: (_, { farmer, reason }) => [quiet([farmer], 'place-freed', { reason })],
  deeds: (_, { farmer }) => [{ kind: 'unheld', farmer }],
})

type PlaceCancelled = { readonly kind: 'place-cancelled'; readonly farmer: Address }

export const placeCancelled = event<PlaceCancelled>({
  evolve: leaving('cancelled'),
  public: [],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices: (_, { farmer }) => [quiet([farmer], 'place-cancelled', {})],
  deeds: (_, { farmer }) => [{ kind: 'unheld', farmer }],
})

function leaving(status: LeftStatus) {
  return ofPlace<{ readonly kind: string; readonly farmer: Address }>((before, { farmer }) => ({
    status,
    farmer,
    toldAt: lastTold(before),
    round: roundBefore(before),
  }))
}

function isReturned({ work }: Quest, farmer: Address): boolean {
  const part = work.get(farmer)
  return part?.status === 'accepted' && part.returned !== null
}
