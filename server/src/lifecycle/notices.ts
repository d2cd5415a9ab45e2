import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import { defaultOutcomeSentence } from './default-outcome.ts'
import type { QuestEvent, RefundedBecause, ReleasedBecause } from './events.ts'
import { isNews, isUntold } from './folding.ts'
import type { Quest, Work } from './quest.ts'
import type { Rules } from './rules.ts'

/** Mail that the service itself writes. */
export type Notice = {
  readonly to: readonly Address[]
  readonly type: 'quest' | 'dispute'
  /** What happened, in two words; the quest's title follows. */
  readonly what: string
  readonly body: string
}

/** Who is told of the event, and in which words. */
export function noticesOf(quest: Quest, event: QuestEvent, rules: Rules): Notice[] {
  const { giver } = quest
  const reward = `${quest.amount} ${quest.token}`
  switch (event.kind) {
    case 'funded':
      return [quiet([giver], 'Funded', 'The deposit arrived on chain. Farmers can take places now.')]
    case 'misfunded':
      return [quiet([giver], 'Not funded', event.problem)]
    case 'accepted': {
      if (!isNews(quest.work.get(event.farmer), rules.now)) return []
      const until = instant(event.expiresAt)
      const body = `${checksum(event.farmer)} took a place. It stays taken until ${until} unless there is work by then.`
      return [quiet([giver, event.farmer], 'Accepted', body)]
    }
    case 'withdrawn':
      if (isUntold(quest.work.get(event.farmer))) return []
      return [quiet([giver], 'Withdrawn', `${checksum(event.farmer)} gave a place back.`)]
    case 'expiry-warned': {
      const until = expiryOf(quest.work.get(event.farmer))
      const body = `There is no work of yours yet. Your place becomes free at ${until}.`
      return [quiet([event.farmer], 'Your place ends soon', body)]
    }
    case 'expired':
      return [quiet([giver, event.farmer], 'Place free again', 'An accepted place ended without work.')]
    case 'place-cancelled':
      return [quiet([event.farmer], 'Cancelled', 'The giver cancelled the quest, and your place with it.')]
    case 'submitted':
    case 'merged': {
      if (event.reviewEndsAt === null) return []
      const who = checksum(event.farmer)
      const done =
        event.kind === 'merged'
          ? `Pull request ${event.pullRequest} by ${who} was merged.`
          : `${who} handed in the work.`
      const body = `${done} Unless the giver disputes, ${reward} will be released at ${instant(event.reviewEndsAt)}.`
      return [quiet([giver, event.farmer], 'In review', body)]
    }
    case 'merge-doubted': {
      const body = `${event.reason} The service does not ask the contract to pay ${checksum(event.farmer)} now. Only the giver can dispute, with a wallet, before the review window ends.`
      return [loud([giver, event.farmer], 'In doubt', body)]
    }
    case 'disputed': {
      const ends = instant(event.disputeEndsAt)
      const otherwise = defaultOutcomeSentence(quest, event.farmer, rules)
      const body = `The work of ${checksum(event.farmer)} is disputed; ${reward} is held. If nobody decides before ${ends}, ${otherwise}.\n\nReason: ${event.reason}`
      return [loud([giver, event.farmer], 'Disputed', body)]
    }
    case 'released': {
      const body = `${reward} went to ${checksum(event.farmer)}. ${releasedBecause[event.because]}`
      const tell = event.because === 'resolved' || event.because === 'undecided' ? loud : quiet
      return [tell([giver, event.farmer], 'Released', body)]
    }
    case 'refunded': {
      const body = `${reward} for the work of ${checksum(event.farmer)} went back to the giver. ${refundedBecause[event.because]}`
      return [loud([giver, event.farmer], 'Refunded', body)]
    }
    default:
      return []
  }
}

const releasedBecause: Readonly<Record<ReleasedBecause, string>> = {
  'window-over': 'The review window is over.',
  approved: 'The giver approved the work.',
  resolved: 'The dispute was decided for the farmer.',
  undecided: 'Nobody decided the dispute in time, and the evidence at hand speaks for the work.',
}

const refundedBecause: Readonly<Record<RefundedBecause, string>> = {
  resolved: 'The dispute was decided for the giver.',
  undecided: 'Nobody decided the dispute in time.',
  'funds-gone': 'The giver took the funds back from the contract before the work could be proposed to it.',
  'on-chain': 'It was refunded on chain.',
}

function expiryOf(work: Work | undefined): string {
  return work?.status === 'accepted' ? instant(work.expiresAt) : ''
}

function quiet(to: readonly Address[], what: string, body: string): Notice {
  return { to, type: 'quest', what, body }
}

function loud(to: readonly Address[], what: string, body: string): Notice {
  return { to, type: 'dispute', what, body }
}
