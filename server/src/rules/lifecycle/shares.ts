import { divideAmount, wholeShare } from '@furrow/sdk/amount'
import { fromLedger, toLedger } from '../ledger/amounts.ts'
import type { QuestEvent } from './events/all.ts'
import type { ShareEnded } from './events/team-events.ts'
import { hasLeft, type Live, liveWork, type Quest } from './quest.ts'
import { amountsOnChain } from './split.ts'
import { isAgreed, type Member } from './team.ts'

type Released = Extract<QuestEvent, { kind: 'released' }>

/**
 * The events that an event of a shared place entails before it: a release pays each member, and a share ends with its place,
 * or with work that is proved or decided before all have agreed.
 */
export function withShares(quest: Quest, event: QuestEvent): QuestEvent[] {
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
    const own = quest.work.get(address)
    if (address === farmer || (own !== undefined && !hasLeft(own))) return []
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
