import type { Address } from '../../ground/address.ts'
import type { Posting } from '../ledger/posting.ts'
import type { Call, OwedCall } from './calls.ts'
import { type Deed, ofCompanion } from './deeds.ts'
import { eventValue, type QuestEvent } from './events/all.ts'
import type { Notice } from './notice.ts'
import { liveWork, type Quest } from './quest.ts'
import type { Rules } from './rules.ts'
import { isAgreed } from './team.ts'

/** Everything that an event entails, as data: it is written in the transaction of the event, or not at all. */
export type Effects = {
  readonly postings: readonly Posting[]
  readonly notices: readonly Notice[]
  readonly owed: readonly OwedCall[]
  readonly dropped: readonly Call[]
  readonly deeds: readonly Deed[]
}

/** `before` is the quest as the event met it; `actor` is null for the clock, the code host, the chain. */
export function effectsOf(before: Quest, event: QuestEvent, rules: Rules, actor: Address | null): Effects {
  const value = eventValue(event)
  const isOnChain = before.deposit !== null
  return {
    postings: value.postings?.(before, event) ?? [],
    notices: noticesOf(before, event, rules, actor),
    owed: ((isOnChain && value.owes?.(before, event)) || []).map(call => forTeam(before, call)),
    dropped: (isOnChain && value.drops?.(before, event)) || [],
    deeds: deedsOf(before, value.deeds?.(before, event, rules.now) ?? []),
  }
}

/** To the contract, a place that is shared on chain has the farmer's account with the others. */
function forTeam(quest: Quest, call: Call): OwedCall {
  const team = call.farmer === null ? undefined : liveWork(quest, call.farmer)?.team
  if (team?.splitter === undefined || !isAgreed(team)) return call
  return { ...call, team: { ...team, splitter: team.splitter } }
}

/** Backers pay as any giver does, and lose what they object to in vain; the work and its farmer count with the main quest. */
function deedsOf({ companionOf }: Quest, deeds: readonly Deed[]): readonly Deed[] {
  return companionOf === null ? deeds : deeds.flatMap(deed => ofCompanion(deed) ?? [])
}

function noticesOf(quest: Quest, event: QuestEvent, rules: Rules, actor: Address | null): Notice[] {
  const { isGiversOnChain, notices, tellsActor, topic } = eventValue(event)
  const doer = actor ?? (quest.deposit !== null && isGiversOnChain?.(event) ? quest.giver : null)
  return (notices?.(quest, event, rules) ?? []).flatMap(({ tellsDoer, ...notice }) => {
    const to = tellsActor || tellsDoer ? notice.to : notice.to.filter(reader => reader !== doer)
    return to.length === 0 ? [] : [{ ...notice, to, topic }]
  })
}
