import type { Address } from '../../ground/address.ts'
import type { Posting } from '../ledger/posting.ts'
import type { Call } from './calls.ts'
import type { Deed } from './deeds.ts'
import { eventValue, type QuestEvent } from './events/all.ts'
import type { Notice } from './notice.ts'
import type { Quest } from './quest.ts'
import type { Rules } from './rules.ts'

/** Everything that an event entails, as data: it is written in the transaction of the event, or not at all. */
export type Effects = {
  readonly postings: readonly Posting[]
  readonly notices: readonly Notice[]
  readonly owed: readonly Call[]
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
    owed: (isOnChain && value.owes?.(before, event)) || [],
    dropped: (isOnChain && value.drops?.(before, event)) || [],
    deeds: value.deeds?.(before, event, rules.now) ?? [],
  }
}

function noticesOf(quest: Quest, event: QuestEvent, rules: Rules, actor: Address | null): Notice[] {
  const { isGiversOnChain, notices, tellsActor, topic } = eventValue(event)
  const doer = actor ?? (quest.deposit !== null && isGiversOnChain?.(event) ? quest.giver : null)
  return (notices?.(quest, event, rules) ?? []).flatMap(({ tellsDoer, ...notice }) => {
    const to = tellsActor || tellsDoer ? notice.to : notice.to.filter(reader => reader !== doer)
    return to.length === 0 ? [] : [{ ...notice, to, topic }]
  })
}
