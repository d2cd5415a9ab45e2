import { type Static, Type } from 'typebox'
import { Nullable } from './primitives.ts'
import { QuestEvent } from './quest-events.ts'

/** The first line of the events of a day: it says what the lines after it have to be. */
export const EventDay = Type.Object({
  day: Type.String({ description: 'The day (UTC), as 2026-01-31' }),
  events: Type.Integer({ description: 'The lines that follow' }),
  /** Null: nothing was sealed before the end of that day. */
  auditHead: Nullable(
    Type.Object({
      number: Type.Integer(),
      hash: Type.String({ description: 'SHA-256 over this entry of the audit log and all before it' }),
    }),
  ),
})
export type EventDay = Static<typeof EventDay>

/** Each further line: an event, with the quest that it is of. */
export const DayEvent = Type.Object({
  questId: Type.String(),
  ...QuestEvent.properties,
  accounts: Type.Partial(
    Type.Object({
      actor: Type.String(),
      farmer: Type.String(),
      payer: Type.String(),
      reviewee: Type.String(),
    }),
    {
      description:
        'Its people as CAIP-10 account ids, on the chain of the payment or of the contract that holds the funds; none without a chain',
    },
  ),
})
export type DayEvent = Static<typeof DayEvent>
