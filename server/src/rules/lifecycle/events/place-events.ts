import { type Address, checksum } from '../../../ground/address.ts'
import { instant } from '../../../ground/clock.ts'
import { isGiven, isNews, isUntold, lastTold, toldOf } from '../folding.ts'
import { quiet, withReason } from '../notice.ts'
import type { Asked, LeftStatus, Quest, Work } from '../quest.ts'
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
}

export const accepted = event<PlaceTaken>({
  evolve: ofPlace((before, { farmer, account, expiresAt, idleAt }, at, quest) => {
    const asked = new Set<Asked>()
    const taken = { farmer, acceptedAt: at, account, asked, returned: null, round: roundBefore(before) }
    const told = isGiven(quest, farmer) ? { toldAt: at, untold: false } : toldOf(before, at)
    const idle = { idleAt, idleWarned: idleAt >= expiresAt, keptAt: null, extensions: 0 }
    return { ...taken, status: 'accepted', expiresAt, warned: false, ...idle, ...told }
  }),
  public: ['expiresAt', 'idleAt'],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices(quest, { farmer, expiresAt, idleAt }, { now }) {
    if (isGiven(quest, farmer)) {
      const body = `The giver gave you a place. It stays yours until ${instant(expiresAt)} unless there is work by then; while there is none, the giver may free it from ${instant(idleAt)} on.`
      return [quiet([farmer], 'Admitted', body)]
    }
    if (!isNews(quest.work.get(farmer), now)) return []
    const body = `${checksum(farmer)} took a place. It stays taken until ${instant(expiresAt)} unless there is work by then.`
    return [quiet([quest.giver, farmer], 'Accepted', body)]
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
    isUntold(work.get(farmer)) ? [] : [quiet([giver], 'Withdrawn', `${checksum(farmer)} gave a place back.`)],
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
  notices(quest, { farmer }) {
    const body = isReturned(quest, farmer)
      ? 'Work that was returned was not handed in again in time.'
      : 'An accepted place ended without work.'
    return [quiet([quest.giver, farmer], 'Place free again', body)]
  },
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
    const yet = isReturned(quest, farmer)
      ? 'What was returned was not handed in again.'
      : 'There is no work of yours yet.'
    const body = `${yet} Your place becomes free at ${expiryOf(quest.work.get(farmer))}.`
    return [quiet([farmer], 'Your place ends soon', body)]
  },
})

type IdleWarned = { readonly kind: 'idle-warned'; readonly farmer: Address; readonly idleAt: number }

export const idleWarned = event<IdleWarned>({
  evolve: ofAccepted(work => ({ ...work, idleWarned: true })),
  public: ['idleAt'],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices: (_, { farmer, idleAt }) => [
    quiet(
      [farmer],
      'Still on it?',
      `There is no work of yours yet. From ${instant(idleAt)} on the giver may free your place. If you are still on it, say so, which you can do once: it gives you the same time again.`,
    ),
  ],
})

/** The farmer is still working, and the place cannot be freed before then. */
type Kept = { readonly kind: 'kept'; readonly farmer: Address; readonly idleAt: number }

export const kept = event<Kept>({
  evolve: ofAccepted((work, { idleAt }, at) => ({ ...work, idleAt, idleWarned: true, keptAt: at })),
  public: ['idleAt'],
  words: [],
  movesMoney: false,
  topic: 'quest',
  notices: ({ giver }, { farmer, idleAt }) => [
    quiet(
      [giver],
      'Still on it',
      `${checksum(farmer)} is still on it: the place cannot be freed before ${instant(idleAt)}.`,
    ),
  ],
})

/** The giver gave the farmer more time, and does not free the place before then. */
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
  notices: (_, { farmer, expiresAt }) => [
    quiet(
      [farmer],
      'More time',
      `The giver gave you more time: your place stays yours until ${instant(expiresAt)} unless there is work by then.`,
    ),
  ],
})

type Removed = { readonly kind: 'removed'; readonly farmer: Address; readonly reason: string | null }

export const removed = event<Removed>({
  evolve: leaving('removed'),
  public: [],
  words: ['reason'],
  movesMoney: false,
  topic: 'quest',
  notices(_, { farmer, reason }) {
    const body = 'The giver freed your place: there was no work in it. You can answer with a letter.'
    return [quiet([farmer], 'Place freed', withReason(body, reason))]
  },
  deeds: (_, { farmer }) => [{ kind: 'unheld', farmer }],
})

type PlaceCancelled = { readonly kind: 'place-cancelled'; readonly farmer: Address }

export const placeCancelled = event<PlaceCancelled>({
  evolve: leaving('cancelled'),
  public: [],
  words: [],
  movesMoney: true,
  topic: 'quest',
  notices: (_, { farmer }) => [
    quiet([farmer], 'Cancelled', 'The giver cancelled the quest, and your place with it.'),
  ],
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

function expiryOf(work: Work | undefined): string {
  return work?.status === 'accepted' ? instant(work.expiresAt) : ''
}
