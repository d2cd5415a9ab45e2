import { hasSecond, hasThird } from '@furrow/sdk/escrow-version'
import type { Address } from '../../src/ground/address.ts'
import { toLedger } from '../../src/rules/ledger/amounts.ts'
import { isAboutApplication, type QuestEvent, type WorkEvent } from '../../src/rules/lifecycle/events/all.ts'
import type { ApplicationEvent } from '../../src/rules/lifecycle/events/application-events.ts'
import type { Notice } from '../../src/rules/lifecycle/notice.ts'
import {
  type Ended,
  hasLeft,
  isEnded,
  isLive,
  isPlace,
  type Live,
  type Quest,
  type Work,
} from '../../src/rules/lifecycle/quest.ts'
import type { Rules } from '../../src/rules/lifecycle/rules.ts'
import { countFree, statusOf, takesFarmers } from '../../src/rules/lifecycle/status.ts'
import type { Village } from './village.ts'

/** The laws that no event may break, written a second time in the plainest way, apart from the rules that are to hold them. */
export function requireLawful(quest: Quest, event: QuestEvent, rules: Rules): void {
  if (event.kind === 'edited') requireNoWorse(quest, event)
  if (!('farmer' in event)) return
  const fault = isAboutApplication(event)
    ? applicationFault(quest, event, rules)
    : faultOf(quest, event, rules)
  if (fault === null) return
  const work = JSON.stringify([quest.work.get(event.farmer), quest.applications.get(event.farmer)])
  throw new Error(`${event.kind} of ${event.farmer} in ${quest.id}, ${fault}: ${work}`)
}

/** A farmer with a place, present or completed, keeps the accepted terms, or gets better ones. */
function requireNoWorse(quest: Quest, { after }: Extract<QuestEvent, { kind: 'edited' }>): void {
  const { tally } = quest
  if (Object.values(tally).every(count => count === 0)) return
  const next = { ...quest, ...after }
  const isShorter = next.deadline !== null && (quest.deadline === null || next.deadline < quest.deadline)
  const isLess = toLedger(next.amount) < toLedger(quest.amount) || next.places < quest.places
  const isOther = next.token !== quest.token || next.title !== quest.title || next.repoKey !== quest.repoKey
  if (isShorter || isLess || isOther || !next.description.startsWith(quest.description))
    throw new Error(`${quest.id} got worse: ${JSON.stringify(after)}`)
  if (quest.deposit?.status === 'funded' && (next.amount !== quest.amount || next.places !== quest.places))
    throw new Error(`${quest.id} is not what was paid in`)
}

function faultOf(
  quest: Quest,
  event: WorkEvent,
  { acceptMs, idleMs, now, reviewWindowMs }: Rules,
): string | null {
  const work = quest.work.get(event.farmer)
  const isLedger = quest.deposit === null
  switch (event.kind) {
    case 'accepted':
      if (work !== undefined && !hasLeft(work)) return 'who has a place'
      if (countFree(quest) <= 0) return 'without a place'
      // A giver who admits somebody takes that farmer, also while the quest is paused.
      if (quest.paused && quest.admission === 'open' && quest.companionOf === null)
        return 'while its giver takes nobody'
      if (quest.giver === event.farmer) return 'who is its giver'
      if (quest.admission === 'application' && quest.applications.get(event.farmer)?.status !== 'admitted')
        return 'whom nobody admitted'
      return quest.deposit !== null && quest.deposit.status !== 'funded' ? 'without funds' : null
    case 'released':
    case 'refunded':
      if (work === undefined || !isLive(work)) return 'who has no work'
      // The quest that it adds to has decided: the backers' own laws compare the two.
      if (quest.companionOf !== null && !isOwnDispute(quest, event)) return sumFault(quest, event)
      return (
        sumFault(quest, event) ??
        teamFault(quest, work, event) ??
        (isLedger ? endFault(work, event, now) : null)
      )
    case 'objected':
      return quest.companionOf === null || work?.status !== 'accepted' ? 'of no companion' : null
    case 'returned':
      // A return on chain may be heard of later.
      if (work?.status !== 'in-review' || (isLedger && work.endsAt <= now)) return 'not under review'
      if (work.evidence.merge !== null) return 'that was merged'
      if (work.returned !== null && work.returned.times >= 2) return 'a third time'
      if (work.asked.size > 0 && !hasSecond(quest.deposit?.version))
        return 'that the contract was asked to take'
      return event.expiresAt === now + acceptMs ? null : 'with less time than a new place'
    case 'submitted':
      if (work !== undefined && isLive(work) && work.team.members.some(({ agreedAt }) => agreedAt === null))
        return 'that not everybody has agreed to share'
      return event.reviewEndsAt === now + reviewWindowMs ? null : 'with another window'
    case 'ruled':
      if (!hasThird(quest.deposit?.version)) return 'where rulings are carried out at once'
      return work?.status === 'disputed' ? null : 'not disputed'
    case 'ruling-undone':
      return work?.status === 'disputed' && work.dispute.ruling !== null ? null : 'without a ruling'
    case 'payment-asked':
      if (event.call !== 'settle') return null
      return work?.status === 'disputed' && work.dispute.endsAt <= now ? null : 'early'
    case 'answered':
    case 'evidence-added':
      return work?.status === 'disputed' ? null : 'not disputed'
    case 'disputed':
      if (work?.status !== 'in-review') return 'not in review'
      return isLedger && event.by === 'giver' && work.endsAt <= now ? 'late' : null
    case 'expired':
      return work?.status !== 'accepted' || work.expiresAt > now ? 'early' : null
    case 'removed':
      if (work?.status !== 'accepted') return 'who has work'
      if (work.extensions > 0) return now < work.expiresAt ? 'who was given more time' : null
      return now < Math.min((work.keptAt ?? work.acceptedAt) + idleMs, work.expiresAt) ? 'early' : null
    case 'approval-signed':
      if (!hasSecond(quest.deposit?.version)) return 'for no contract'
      if (work === undefined || !isLive(work) || work.status === 'accepted') return 'without work'
      return event.approvalEndsAt > now ? null : 'that is over'
    case 'part-proposed': {
      if (!isLedger) return 'of money that the contract holds'
      if (work?.status !== 'in-review' && work?.status !== 'disputed') return 'without work'
      const parts = toLedger(event.paid) + toLedger(event.refunded)
      return parts === toLedger(quest.amount) && event.paid !== '0' && event.refunded !== '0'
        ? null
        : 'of another sum'
    }
    case 'place-shared':
      if (event.splitter !== quest.deposit?.splitter) return 'by another splitter than the chain has'
      return event.shares.some(({ address }) => address === quest.giver)
        ? 'with the giver'
        : unprovedFault(work)
    case 'share-agreed':
      return event.member === event.farmer ? 'for themselves' : unprovedFault(work)
    case 'share-ended':
      if (work === undefined || !isLive(work) || work.team.members.length === 0) return 'that is not shared'
      return event.ended === 'changed' || event.ended === 'refused' ? unprovedFault(work) : null
    case 'share-released': {
      if (work !== undefined && !hasLeft(work)) return 'who has a place of their own, or this part already'
      const place = quest.work.get(event.of)
      if (place === undefined || !isLive(place)) return 'of a place that is over'
      if (quest.companionOf !== null && place.status === 'accepted') return null
      if (place.team.members.some(({ agreedAt }) => agreedAt === null)) return 'before all have agreed'
      const share = place.team.members.find(({ address }) => address === event.farmer)?.share
      return share === event.part ? null : 'of another share'
    }
    case 'kept':
      return work?.status !== 'accepted' || work.keptAt !== null ? 'again' : null
    case 'place-extended':
      if (work?.status !== 'accepted') return 'who has work'
      if (work.extensions >= 2) return 'a third time'
      return event.expiresAt > work.expiresAt && event.expiresAt <= work.expiresAt + acceptMs
        ? null
        : 'for too long'
    case 'credit-kept':
    case 'credit-taken':
      return work !== undefined && isEnded(work) ? creditFault(quest, work, event) : 'of work that goes on'
    case 'payment-shown':
      if (!isLedger || work?.status !== 'released') return 'of work that was not released in the ledger'
      return quest.amount === '0' ? 'of nothing' : null
    case 'payment-said':
    case 'payment-received':
    case 'payment-missed':
    case 'payment-reminded':
      return work?.status === 'released'
        ? wordFault(quest, work, event, now)
        : 'of work that was not released'
    case 'payment-found':
    case 'payment-confirmed':
    case 'payment-settled':
    case 'payment-denied':
    case 'payment-reorganised':
    case 'payment-refused':
      return work?.status === 'released' ? paymentFault(quest, work, event) : 'of work that was not released'
    default:
      return null
  }
}

/** An objection that the platform, or nobody, decided. */
function isOwnDispute(
  { work }: Quest,
  { because, farmer }: Extract<WorkEvent, { kind: 'released' | 'refunded' }>,
): boolean {
  return work.get(farmer)?.status === 'disputed' && because !== 'conceded' && because !== 'resolved'
}

/** The money that waits in the contract for a side is its decided part, and is taken once. */
function creditFault(
  quest: Quest,
  { farmer, paid, unpaid }: Ended,
  event: Extract<WorkEvent, { side: unknown }>,
): string | null {
  const { amount, deposit } = quest
  const { side } = event
  const waits = unpaid === side || unpaid === 'both'
  if (event.kind === 'credit-taken') {
    if (side === 'giver' && event.by === 'farmer') return 'by the other side'
    return waits ? null : 'that does not wait'
  }
  if (!hasSecond(deposit?.version) || waits) return 'again'
  const farmers = membersOf(quest, farmer).reduce(
    (sum, part) => sum + toLedger(part.paid ?? '0'),
    toLedger(paid ?? '0'),
  )
  const part = side === 'farmer' ? farmers : toLedger(amount) - farmers
  return toLedger(event.amount) === part && part > 0n ? null : 'of another sum'
}

/**
 * A payment counts if it is younger than the place, and came from the giver, or by a passed proposal from the treasury, or was
 * confirmed by somebody who may do so.
 */
function paymentFault(
  { giver }: Quest,
  { acceptedAt, worth }: Ended,
  event: Extract<WorkEvent, { txHash: string }>,
): string | null {
  const shown = worth?.payment ?? null
  if (shown?.hash !== event.txHash) return 'of a payment that is not shown'
  const isPaid = shown.paidAt !== null
  if (event.kind === 'payment-reorganised') return isPaid ? null : 'that did not count'
  // An earlier version may have settled it, and it is weighed once more.
  if (event.kind === 'payment-found' || event.kind === 'payment-refused') return null
  if (event.kind === 'payment-denied') return shown.confirmedBy === null ? null : 'that was confirmed'
  if (isPaid) return 'that counts already'
  if (event.kind !== 'payment-settled') return null
  if (event.paidAt < acceptedAt - 1_000) return 'from before the place was taken'
  if (shown.confirmedBy !== null) return null
  const isNewer = worth?.denial == null || event.paidAt >= worth.denial.at - 1_000
  const isGivers = event.payer === giver || event.proposal !== undefined
  return isGivers && isNewer ? null : 'that nobody confirmed'
}

/** The giver's word is answered once, by the farmer; a reminder is of what is owed, and no more than three are given. */
function wordFault(
  quest: Quest,
  { endedAt, worth }: Ended,
  event: Extract<WorkEvent, { kind: `payment-${'said' | 'received' | 'missed' | 'reminded'}` }>,
  now: number,
): string | null {
  if (quest.deposit !== null || quest.amount === '0') return 'of nothing that the giver pays'
  const word = worth?.word ?? null
  if (word?.receivedAt != null) return 'that the farmer confirmed'
  if (worth?.payment?.paidAt != null) return 'that a chain shows'
  if (event.kind === 'payment-received' || event.kind === 'payment-missed')
    return word === null ? 'that nobody spoke of' : null
  if (event.kind === 'payment-said') return null
  if (word !== null && word.missedAt === null) return 'that the giver says is paid'
  return now < (endedAt ?? now) + 24 * 60 * 60 * 1_000 || worth?.remindAt === Number.MAX_SAFE_INTEGER
    ? 'early, or a fourth time'
    : null
}

/** Shares are made before there is any work, and none later. */
function unprovedFault(work: Work | undefined): string | null {
  return work?.status === 'accepted' && work.returned === null ? null : 'after a hand-in'
}

/** Everybody who has agreed is paid with the farmer, each by their share but for the units that are left, and nobody else. */
function teamFault(
  quest: Quest,
  work: Live,
  event: Extract<WorkEvent, { kind: 'released' | 'refunded' }>,
): string | null {
  if (event.kind === 'refunded') return work.team.members.length > 0 ? 'that is shared still' : null
  const { members } = work.team
  const paid = membersOf(quest, event.farmer)
  if (members.length !== (paid.length === 0 ? 0 : paid.length + 1)) return 'without a member'
  const whole = paid.reduce((sum, part) => sum + toLedger(part.paid ?? '0'), toLedger(event.paid))
  const unit = 10n ** BigInt(18 - (quest.deposit?.decimals ?? 6))
  const isFair = members.every(({ address, share }) => {
    const got =
      address === event.farmer ? event.paid : (paid.find(({ farmer }) => farmer === address)?.paid ?? null)
    const off = got === null ? null : toLedger(got) * 10_000n - whole * BigInt(share)
    return off !== null && (off < 0n ? -off : off) <= unit * 10_000n * BigInt(members.length)
  })
  return isFair ? null : 'in other shares'
}

function membersOf({ work }: Quest, farmer: Address): Ended[] {
  return [...work.values()].filter(isEnded).filter(part => part.of === farmer)
}

/** The sums of both sides are the price of the place; a split gives neither side all of it. */
function sumFault(quest: Quest, event: Extract<WorkEvent, { kind: 'released' | 'refunded' }>): string | null {
  const { amount } = quest
  const own = event.kind === 'released' ? toLedger(event.paid) : 0n
  const paid = membersOf(quest, event.farmer).reduce((sum, part) => sum + toLedger(part.paid ?? '0'), own)
  const refunded = toLedger(event.refunded)
  if (paid < 0n || refunded < 0n || paid + refunded !== toLedger(amount)) return 'of another sum'
  return event.because === 'split' && (paid === 0n || refunded === 0n) ? 'that is no split' : null
}

function applicationFault(quest: Quest, event: ApplicationEvent, { now }: Rules): string | null {
  const { admission, applications, giver, work } = quest
  const application = applications.get(event.farmer)
  const part = work.get(event.farmer)
  const isFull = countFree(quest) <= 0 || !takesFarmers(quest, now)
  if (event.kind === 'applied') {
    if (admission !== 'application') return 'where whoever comes has a place'
    if (giver === event.farmer || (part !== undefined && !hasLeft(part))) return 'who needs none'
    if (application?.status === 'pending' || application?.status === 'declined') return 'again'
    return isFull ? 'for no place' : null
  }
  if (application?.status !== 'pending') return 'which does not wait'
  if (event.kind === 'admitted') return isFull ? 'for no place' : null
  if (event.kind === 'application-expired') return application.expiresAt > now ? 'early' : null
  return event.kind === 'application-closed' && !isFull ? 'while there are places' : null
}

/** Points are for work with a reward that is proved, or paid for as long as the chain says so. */
function requireSoundWorth(quest: Quest, part: Work, needsProof: boolean): void {
  if (part.status !== 'released' || part.worth === null) return
  const { backing, counts, countedAt, denial, payment } = part.worth
  const isPaid = payment !== null && payment.paidAt !== null
  if (counts && quest.amount === '0') throw new Error(`${quest.id} counts for nothing`)
  const isProved = backing === 'merge' || backing === 'chain'
  if (counts && needsProof && !isProved && !isPaid)
    throw new Error(`${quest.id} counts without a payment that counts`)
  // A part that others add is paid, and the work counts where it was done.
  if (quest.companionOf !== null) {
    if (counts || backing !== 'companion') throw new Error(`${quest.id} counts once more`)
    return
  }
  if (isPaid && denial !== null) throw new Error(`${quest.id} is paid, and was not received`)
  if ((countedAt !== null && !(isPaid && counts)) || (isPaid && !counts))
    throw new Error(`${quest.id} counts otherwise than it was paid`)
}

function endFault(
  work: Live,
  event: Extract<WorkEvent, { kind: 'released' | 'refunded' }>,
  now: number,
): string | null {
  const { kind, because } = event
  if (because === 'agreed')
    return work.status !== 'accepted' && 'share' in event && work.offer?.share === event.share
      ? null
      : 'by no proposal'
  if ((kind === 'refunded' || because === 'split') && work.status !== 'disputed') return 'undisputed'
  if (because === 'undecided') return work.status !== 'disputed' || work.dispute.endsAt > now ? 'early' : null
  if (because !== 'window-over') return null
  if (work.status !== 'in-review' || work.endsAt > now) return 'early'
  const check = work.evidence.merge?.check ?? 'clear'
  return check === 'clear' ? null : 'not looked at again'
}

/** Nobody is told the same twice, or of their own act; what they alone learn by it is none, such as that the next part is theirs. */
export function requireFairNotices(
  { kind }: QuestEvent,
  notices: readonly Notice[],
  actor: Address | null,
): void {
  const readers = notices.flatMap(({ to }) => to)
  const ofActs = notices.filter(({ key }) => key !== 'next-part').flatMap(({ to }) => to)
  const isFinding = kind === 'funded' || kind === 'misfunded'
  if (actor !== null && !isFinding && ofActs.includes(actor))
    throw new Error(`${actor} is told of ${kind}, which they did themselves`)
  const letters = new Set(notices.flatMap(({ key, to }) => to.map(reader => `${key} ${reader}`)))
  if (letters.size < readers.length || notices.some(({ to }) => to.length === 0))
    throw new Error(`of ${kind} somebody is told twice, or nobody`)
}

/** The laws of a quest after each event. */
export function requireSoundQuest(village: Village, quest: Quest): void {
  const { books, now } = village
  const { tally, work, places, returned } = quest
  const counted = { accepted: 0, 'in-review': 0, disputed: 0, released: 0, refunded: 0 }
  for (const part of work.values()) if (!hasLeft(part) && isPlace(part)) counted[part.status]++
  for (const status of Object.keys(counted) as (keyof typeof counted)[])
    if (counted[status] !== tally[status]) throw new Error(`${quest.id} counts ${status} wrong`)
  const waiting = [...quest.applications.values()].filter(({ status }) => status === 'pending').length
  if (waiting !== quest.waiting) throw new Error(`${quest.id} counts its applications wrong`)
  const free = countFree(quest)
  if (free < 0 || returned > free)
    throw new Error(`${quest.id} has ${free} places free, and ${returned} returned`)
  const held = books.held.get(quest.id)
  const left = places - tally.released - tally.refunded - returned
  if (held !== undefined && held !== toLedger(quest.amount) * BigInt(left))
    throw new Error(`${quest.id} holds ${held} for ${left} places`)
  const { promised, released, refunded } = quest.sums
  if (held !== undefined && held !== promised - released - refunded)
    throw new Error(`${quest.id} holds ${held}, and its sums say otherwise`)
  // A contract that takes one farmer no more takes nobody: the free places must not draw others in.
  const isGone = [...work.values()].some(part => isEnded(part) && part.ending?.because === 'funds-gone')
  if (isGone && quest.closed === null) throw new Error(`${quest.id} takes farmers, and its funds are gone`)
  const needsProof = village.arbiter !== null
  for (const part of work.values()) requireSoundWorth(quest, part, needsProof)
  const status = statusOf(quest, now)
  if (quest.deposit === null && (status === 'completed' || status === 'cancelled') && left !== 0)
    throw new Error(`${quest.id} is ${status} and holds ${left} places`)
}
