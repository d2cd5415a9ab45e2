import { divideAmount, wholeShare } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import { fromLedger, toLedger } from '../ledger/amounts.ts'
import { isNothing } from './backing.ts'
import type { QuestEvent } from './events/all.ts'
import type { CreditEvent, CreditKept } from './events/credit-events.ts'
import type { ShareEnded } from './events/team-events.ts'
import { hasLeft, isEnded, type Live, liveWork, type Quest } from './quest.ts'
import { amountsOnChain } from './split.ts'
import { isAgreed, type Member, noTeam } from './team.ts'

type Released = Extract<QuestEvent, { kind: 'released' }>

/**
 * The events that an event of a shared place entails before it: a release pays each member, and a share ends with its place,
 * or with work that is proved or decided before all have agreed.
 */
export function withShares(quest: Quest, event: QuestEvent): QuestEvent[] {
  if ((event.kind === 'credit-kept' || event.kind === 'credit-taken') && event.side === 'farmer')
    return ofEachMember(quest, event)
  const work = 'farmer' in event ? liveWork(quest, event.farmer) : null
  if (work === null || work.team.members.length === 0) return [event]
  if (event.kind === 'released')
    return isAgreed(work.team) ? divide(quest, event, work.team.members) : fallsAway(work, event)
  if (event.kind === 'merged' && !isAgreed(work.team)) return fallsAway(work, event)
  return overWith.has(event.kind) ? [shareEnded(work, 'place-over'), event] : [event]
}

const overWith: ReadonlySet<string> = new Set([
  'withdrawn',
  'expired',
  'removed',
  'place-cancelled',
  'refunded',
])

/** A merge proves the work though a member is silent, and the farmer has it alone, as before they shared it. */
function fallsAway(work: Live, event: QuestEvent): QuestEvent[] {
  return [shareEnded(work, 'not-agreed'), event]
}

function shareEnded({ farmer }: Live, ended: ShareEnded['ended']): ShareEnded {
  return { kind: 'share-ended', farmer, ended }
}

/** On chain to the unit that the split account pays each of them. */
function amountsOf(
  { deposit, token }: Quest,
  paid: string,
  members: readonly Pick<Member, 'address' | 'share'>[],
): readonly string[] {
  if (deposit !== null) return amountsOnChain(deposit, paid, members)
  return divideAmount(
    paid,
    token,
    members.map(({ share }) => share),
  )
}

/** The account of a team did not take what was released, or it was taken since: that is each member's part of it. */
function ofEachMember(quest: Quest, event: CreditEvent): QuestEvent[] {
  const ended = [...quest.work.values()].filter(isEnded).filter(({ of }) => of === event.farmer)
  const paid = ended.map(({ farmer, paid }) => ({ farmer, amount: paid ?? '0' }))
  if (event.kind === 'credit-taken')
    return [...paid.filter(isSome).map(({ farmer }) => ({ ...event, farmer })), event]
  const others = (ended.length > 0 ? paid : partsAhead(quest, event)).filter(isSome)
  const left = others.reduce((left, { amount }) => left - toLedger(amount), toLedger(event.amount))
  return [...others.map(part => ({ ...event, ...part })), { ...event, amount: fromLedger(left) }]
}

const isSome = ({ amount }: { readonly amount: string }) => !isNothing(amount)

/** The parts of the others in a place that ends with this very event. */
function partsAhead(quest: Quest, { amount, farmer }: CreditKept) {
  const team = liveWork(quest, farmer)?.team ?? noTeam
  if (!isAgreed(team)) return []
  const amounts = amountsOf(quest, amount, team.members)
  return team.members.flatMap(({ address }, index) =>
    isPaidApart(quest, farmer, address) ? [{ farmer: address, amount: amounts[index] ?? '0' }] : [],
  )
}

function isPaidApart(quest: Quest, farmer: Address, member: Address): boolean {
  const own = quest.work.get(member)
  return member !== farmer && (own === undefined || hasLeft(own))
}

/**
 * The farmer is last, whose place ends. Anybody who has a place of their own here by then, which only a version without teams
 * lets them have, is paid for that one, and their part is the farmer's.
 */
export function divide(
  quest: Quest,
  event: Released,
  members: readonly Pick<Member, 'address' | 'share'>[],
): QuestEvent[] {
  const { because, farmer, paid, share, backing } = event
  const amounts = amountsOf(quest, paid, members)
  const others = members.flatMap(({ address, share: part }, index) => {
    if (!isPaidApart(quest, farmer, address)) return []
    const about = { farmer: address, of: farmer, because, part, paid: amounts[index] ?? '0' }
    return [
      {
        kind: 'share-released' as const,
        ...about,
        ...(share !== undefined && { share }),
        ...(backing && { backing }),
      },
    ]
  })
  const left = others.reduce((left, { paid }) => left - toLedger(paid), toLedger(paid))
  const part = others.reduce((left, { part }) => left - part, wholeShare)
  return [...others, { ...event, paid: fromLedger(left), part }]
}
