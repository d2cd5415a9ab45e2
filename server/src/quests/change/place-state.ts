import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { MergeFault } from '../../rules/lifecycle/fault.ts'

const Time = Type.Integer()

/**
 * The part of a place that no statement looks up: a new field of a place is a line here and needs no column. Fields of a
 * later version are kept as they are.
 */
const PlaceState = Type.Partial(
  Type.Object({
    /** An API key took it that says that it is an agent's. */
    agent: Type.Literal(true),
    extensions: Type.Integer({ minimum: 1 }),
    /** Until when the giver's signed approval is good, which the service carries to the contract. */
    approvalEndsAt: Time,
    /** The contract's attester signed for the work. */
    attested: Type.Literal(true),
    /** The arbiter's ruling about disputed work, which the contract carries out when the dispute ends. */
    ruling: Type.Object({
      share: Type.Integer(),
      paused: Type.Boolean(),
      reported: Type.Optional(Type.Object({ block: Type.Integer(), logIndex: Type.Integer() })),
    }),
    /** Why the code host, or its silence, disputes the work. */
    fault: Type.Unsafe<MergeFault>(Type.Object({ code: Type.String() })),
    offer: Type.Object({
      by: Type.Union([Type.Literal('giver'), Type.Literal('farmer')]),
      share: Type.Integer(),
      note: Type.Union([Type.String(), Type.Null()]),
      at: Time,
      proposals: Type.Integer(),
    }),
    team: Type.Object({
      members: Type.Array(
        Type.Object({
          address: Type.String(),
          share: Type.Integer(),
          account: Type.Union([Type.String(), Type.Null()]),
          agreedAt: Type.Union([Time, Type.Null()]),
          ownMerge: Type.Optional(Type.Literal(true)),
        }),
      ),
      times: Type.Integer(),
      splitter: Type.Optional(Type.String()),
    }),
    /** The merge that proves the work in the quest that this one adds to. */
    provedBy: Type.Object({ repoKey: Type.String(), pullRequest: Type.Integer() }),
    /** The member's share of released work, in ten-thousandths. */
    part: Type.Integer(),
    /** The block time of a shown payment at its confirmations. */
    minedAt: Time,
    /** The person whose word makes a shown payment count. */
    confirmedBy: Type.Union([Type.Literal('farmer'), Type.Literal('platform')]),
    deniedAt: Time,
    /** The proposal by which the treasury made this payment. The version before may show another one beside it. */
    mandate: Type.Object({ proposal: Type.String(), payment: Type.String() }),
    /** The transaction by which the giver says that they paid. */
    saidTransaction: Type.String(),
  }),
)
export type PlaceState = Static<typeof PlaceState>

/** @throws Error where the row holds no such state, as nobody but a fault writes it. */
export function readState(state: string | null): PlaceState {
  if (state === null) return {}
  const value: unknown = JSON.parse(state)
  if (!Value.Check(PlaceState, value)) throw new Error(`no state of a place: ${state}`)
  return value
}

/** The row's state with these fields; a field that is null, false or 0 is left out. */
export function writeState(
  before: string | null,
  fields: { readonly [Field in keyof PlaceState]: PlaceState[Field] | null | false | 0 },
): string | null {
  const all = Object.entries({ ...readState(before), ...fields })
  const kept = all.filter(([, value]) => value !== null && value !== false && value !== 0)
  return kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept))
}
