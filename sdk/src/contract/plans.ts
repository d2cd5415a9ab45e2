import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { questStatuses } from './quest-statuses.ts'
import { Text } from './text.ts'

/** The parts of one plan. */
export const mostParts = 10

export const after = Type.Optional(
  Text(100, {
    minLength: 1,
    description:
      'A quest of your own that this one follows in a plan, which has nothing after it yet: this one opens once that one is paid',
  }),
)

/** `waiting`: nobody can take it yet; `first`: only those paid for the part before, until opensAt; `open`: everybody. */
export const planTurns = ['waiting', 'first', 'open'] as const
export type PlanTurn = (typeof planTurns)[number]

export const Plan = Type.Object(
  {
    place: Type.Integer({ description: 'Which part this quest is, from 1' }),
    of: Type.Integer({ description: 'The number of parts' }),
    parts: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String(),
          title: Nullable(Type.String({ description: 'null where a moderator has hidden it' })),
          status: Type.Enum(questStatuses),
          reward: Type.String({ description: 'For each farmer' }),
        }),
        { description: 'In order. This and the following fields: for a single quest, not in a list' },
      ),
    ),
    sums: Type.Optional(
      Type.Array(
        Type.Object({ token: Type.String(), amount: Type.String({ description: 'As exact digits' }) }),
        { description: 'All that the parts promise, for each token' },
      ),
    ),
    turn: Type.Optional(
      Type.Enum(planTurns, {
        description:
          'waiting: nobody can take it yet, since the part before is neither released nor over; first: until opensAt only the farmers can who were paid for the part before; open: nothing of the plan stands against it',
      }),
    ),
    opensAt: Type.Optional(
      Type.Union([Instant, Type.Null()], {
        description: 'When it opens to everybody; null where it is open, or nobody knows',
      }),
    ),
    firstFor: Type.Optional(
      Type.Array(Address, {
        description: 'The farmers with the first right, a hundred at most; empty unless the turn is first',
      }),
    ),
  },
  { description: 'The plan that the quest is a part of; absent for a quest by itself' },
)
export type Plan = Static<typeof Plan>
