import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { creditNoticesOf } from './credit-notices.ts'
import { disputeNoticesOf } from './dispute-notices.ts'
import type { Edited, QuestEvent } from './events.ts'
import { isEditNews, isGiven, isNews, isNewsOfOne, isUntold } from './folding.ts'
import { loud, type Notice, quiet, type Said } from './notice.ts'
import { paymentNoticesOf } from './payment-notices.ts'
import { isLive, type Quest, type RefundedBecause, type ReleasedBecause, type Work } from './quest.ts'
import type { Rules } from './rules.ts'

/** Who is told of the event, and in which words. Nobody is told of what he did himself. */
export function noticesOf(quest: Quest, event: QuestEvent, rules: Rules, actor: Address | null): Notice[] {
  const doer = actor ?? doneOnChainBy(quest, event)
  return allNoticesOf(quest, event, rules).flatMap(notice => {
    // What a deposit turned out to be is nobody's act, though its giver asked to look.
    const to = isFinding(event) ? notice.to : notice.to.filter(reader => reader !== doer)
    return to.length === 0 ? [] : [{ ...notice, to, topic: topicOf(event) }]
  })
}

/** By which somebody chooses what he hears of outside the app. */
function topicOf({ kind }: QuestEvent): Notice['topic'] {
  return topics[kind] ?? 'quest'
}

const topics: Readonly<Partial<Record<QuestEvent['kind'], Notice['topic']>>> = {
  applied: 'application',
  declined: 'application',
  'application-expired': 'application',
  'application-closed': 'application',
  disputed: 'dispute',
  answered: 'dispute',
  'evidence-added': 'dispute',
  funded: 'payment',
  misfunded: 'payment',
  released: 'payment',
  refunded: 'payment',
  'payment-found': 'payment',
  'credit-kept': 'payment',
  'credit-taken': 'payment',
  'payment-settled': 'payment',
  'payment-denied': 'payment',
  'payment-reorganised': 'payment',
  'payment-refused': 'payment',
}

/** The contract takes these from the giver's wallet alone. */
function doneOnChainBy({ deposit, giver }: Quest, event: QuestEvent): Address | null {
  if (deposit === null) return null
  const isGivers =
    (event.kind === 'disputed' && event.by === 'giver') ||
    event.kind === 'returned' ||
    (event.kind === 'released' && event.because === 'approved')
  return isGivers ? giver : null
}

function isFinding({ kind }: QuestEvent): boolean {
  return kind === 'funded' || kind === 'misfunded'
}

function allNoticesOf(quest: Quest, event: QuestEvent, rules: Rules): Said[] {
  const { giver } = quest
  const reward = `${quest.amount} ${quest.token}`
  switch (event.kind) {
    case 'funded':
      return [quiet([giver], 'Funded', 'The deposit arrived on chain. Farmers can take places now.')]
    case 'misfunded':
      return [quiet([giver], 'Not funded', event.problem)]
    case 'applied':
      if (!isNewsOfOne(quest, rules.now)) return []
      return [quiet([giver], 'Application', applied(event.farmer))]
    case 'declined':
      return [quiet([event.farmer], 'Declined', withReason('The giver declined your application.', event))]
    case 'application-expired':
      return [
        quiet([event.farmer], 'Application ended', 'The giver did not answer your application in time.'),
      ]
    case 'application-closed':
      return [quiet([event.farmer], 'Application ended', closedTo(quest))]
    case 'accepted': {
      if (isGiven(quest, event.farmer)) return [quiet([event.farmer], 'Admitted', admitted(event))]
      if (!isNews(quest.work.get(event.farmer), rules.now)) return []
      const until = instant(event.expiresAt)
      const body = `${checksum(event.farmer)} took a place. It stays taken until ${until} unless there is work by then.`
      return [quiet([giver, event.farmer], 'Accepted', body)]
    }
    case 'edited': {
      const live = [...quest.work.values()].filter(isLive)
      if (live.length === 0 || !isEditNews(quest, rules.now)) return []
      const to = live.map(({ farmer }) => farmer)
      return [quiet(to, 'Changed', editSentences(quest, event))]
    }
    case 'withdrawn':
      if (isUntold(quest.work.get(event.farmer))) return []
      return [quiet([giver], 'Withdrawn', `${checksum(event.farmer)} gave a place back.`)]
    case 'expiry-warned': {
      const until = expiryOf(quest.work.get(event.farmer))
      const yet = isReturned(quest, event.farmer)
        ? 'What was returned was not handed in again.'
        : 'There is no work of yours yet.'
      const body = `${yet} Your place becomes free at ${until}.`
      return [quiet([event.farmer], 'Your place ends soon', body)]
    }
    case 'idle-warned':
      return [quiet([event.farmer], 'Still on it?', idle(event.idleAt))]
    case 'kept': {
      const body = `${checksum(event.farmer)} is still on it: the place cannot be freed before ${instant(event.idleAt)}.`
      return [quiet([giver], 'Still on it', body)]
    }
    case 'removed': {
      const body = 'The giver freed your place: there was no work in it. You can answer with a letter.'
      return [quiet([event.farmer], 'Place freed', withReason(body, event))]
    }
    case 'expired':
      return [
        quiet(
          [giver, event.farmer],
          'Place free again',
          isReturned(quest, event.farmer)
            ? 'Work that was returned was not handed in again in time.'
            : 'An accepted place ended without work.',
        ),
      ]
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
    case 'notice-given': {
      const live = [...quest.work.values()].filter(isLive)
      const waiting = live.filter(({ status }) => status === 'accepted')
      if (waiting.length === 0) return []
      const to = waiting.map(({ farmer }) => farmer)
      const body = `The giver takes the free places of this quest back from the contract at ${instant(event.endsAt)}, and places without work with them. What is handed in well before then can still be paid.`
      return [loud(to, 'The giver has given notice', body)]
    }
    case 'proposed-again': {
      const body = `The giver returned the work of ${checksum(event.farmer)} on chain, which a merge proves: it is proposed to the contract again, and the review ends at ${instant(event.reviewEndsAt)}. A merge can be disputed, and not returned.`
      return [loud([giver, event.farmer], 'In review again', body)]
    }
    case 'returned': {
      const until = instant(event.expiresAt)
      const body = `The giver returned the work of ${checksum(event.farmer)}, which is not paid yet. It can be handed in again until ${until}.\n\nWhat is missing: ${event.note}`
      return [quiet([event.farmer], 'Returned', body)]
    }
    case 'disputed':
    case 'answered':
    case 'evidence-added':
      return disputeNoticesOf(quest, event, rules)
    case 'credit-kept':
    case 'credit-taken':
      return creditNoticesOf(quest, event)
    case 'released': {
      // The next event tells more.
      if (event.unpaid) return []
      const rest =
        event.because === 'split' ? `, and ${event.refunded} ${quest.token} went back to the giver` : ''
      const paid = `${event.paid} ${quest.token}`
      const who = checksum(event.farmer)
      const said =
        quest.deposit === null
          ? `${paid} for ${who} was released${rest}. That is booked here, and nothing is paid yet: the giver pays with their own wallet, and can show the transaction.`
          : `${paid} went to ${who}${rest}.`
      const body = `${said} ${releasedBecause[event.because]}${reasonOf(event)}`
      const tell = decided.has(event.because) ? loud : quiet
      return [tell([giver, event.farmer], 'Released', body)]
    }
    case 'payment-found':
    case 'payment-settled':
    case 'payment-denied':
    case 'payment-reorganised':
    case 'payment-refused':
      return paymentNoticesOf(quest, event)
    case 'refunded': {
      if (event.unpaid) return []
      const body = `${event.refunded} ${quest.token} for the work of ${checksum(event.farmer)} went back to the giver. ${refundedBecause[event.because]}${reasonOf(event)}`
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
  split: 'The dispute was decided by giving each side a part.',
  undecided: 'Nobody decided the dispute in time, and the evidence at hand speaks for the work.',
}

const refundedBecause: Readonly<Record<RefundedBecause, string>> = {
  resolved: 'The dispute was decided for the giver.',
  undecided: 'Nobody decided the dispute in time.',
  conceded: 'The farmer conceded.',
  'funds-gone': 'The giver took the funds back from the contract before the work could be proposed to it.',
  'on-chain': 'It was refunded on chain.',
}

const decided: ReadonlySet<string> = new Set<ReleasedBecause>(['resolved', 'split', 'undecided'])

function reasonOf({ reason }: { readonly reason?: string }): string {
  return reason === undefined ? '' : `\n\nReason: ${reason}`
}

function isReturned({ work }: Quest, farmer: Address): boolean {
  const part = work.get(farmer)
  return part?.status === 'accepted' && part.returned !== null
}

/** What those who have a place may be told: for them it only gets better. */
function editSentences({ amount, token }: Quest, { after }: Edited): string {
  const sentences = ['The giver changed this quest. What you accepted stays, and:']
  if (after.amount !== undefined)
    sentences.push(`The reward for each place is ${after.amount} ${token} now; it was ${amount} ${token}.`)
  if (after.places !== undefined) sentences.push(`It has ${after.places} places now.`)
  if (after.deadline === null) sentences.push('It has no deadline any more.')
  if (typeof after.deadline === 'number')
    sentences.push(`Its deadline for new farmers is ${instant(after.deadline)} now.`)
  if (after.description !== undefined)
    sentences.push('Something was added to its description; you find it at the quest.')
  return sentences.join('\n')
}

function expiryOf(work: Work | undefined): string {
  return work?.status === 'accepted' ? instant(work.expiresAt) : ''
}

function applied(farmer: Address): string {
  return `${checksum(farmer)} applied for a place. Whoever else applies is in the list of applications; you are told of them once a day.`
}

function admitted({ expiresAt, idleAt }: { readonly expiresAt: number; readonly idleAt: number }): string {
  return `The giver gave you a place. It stays yours until ${instant(expiresAt)} unless there is work by then; while there is none, the giver may free it from ${instant(idleAt)} on.`
}

function idle(idleAt: number): string {
  return `There is no work of yours yet. From ${instant(idleAt)} on the giver may free your place. If you are still on it, say so, which you can do once: it gives you the same time again.`
}

function closedTo({ closed }: Quest): string {
  return closed === null
    ? 'Your application ended: there is no place left in this quest, or it takes nobody any more.'
    : 'Your application ended with the quest, which its giver closed.'
}

function withReason(sentence: string, { reason }: { readonly reason: string | null }): string {
  return reason === null ? sentence : `${sentence}\n\nReason: ${reason}`
}
