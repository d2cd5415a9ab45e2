import type { Address } from '../../ground/address.ts'
import type { Posting } from '../ledger/posting.ts'
import { type Call, callsOf } from './calls.ts'
import { type Deed, deedsOf } from './deeds.ts'
import type { QuestEvent } from './events.ts'
import type { Notice } from './notice.ts'
import { noticesOf } from './notices.ts'
import { postingsOf } from './postings.ts'
import type { Quest } from './quest.ts'
import type { Rules } from './rules.ts'

/** What an event entails, as data: all of it is written in the transaction of the event, or none of it is. */
export type Effects = {
  readonly postings: readonly Posting[]
  readonly notices: readonly Notice[]
  readonly owed: readonly Call[]
  readonly dropped: readonly Call[]
  readonly deeds: readonly Deed[]
}

/** `before` is the quest as the event met it; `actor` is who did it, or null for the clock, the code host, the chain. */
export function effectsOf(before: Quest, event: QuestEvent, rules: Rules, actor: Address | null): Effects {
  return {
    postings: postingsOf(before, event),
    notices: noticesOf(before, event, rules, actor),
    ...callsOf(before, event),
    deeds: deedsOf(before, event, rules.now),
  }
}
