import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'

/** What can happen to a quest. More kinds may come; a kind never changes its meaning. */
export const questEventKinds = [
  'posted',
  'funded',
  'misfunded',
  'accepted',
  'account-pinned',
  'withdrawn',
  'expiry-warned',
  'expired',
  'place-cancelled',
  'submitted',
  'merged',
  'proposed',
  'merge-cleared',
  'merge-unreachable',
  'merge-doubted',
  'disputed',
  'payment-asked',
  'released',
  'refunded',
  'reviewed',
  'closed',
  'deadline-passed',
  'closing',
  'places-returned',
] as const
export type QuestEventKind = (typeof questEventKinds)[number]

const optional = {
  expiresAt: Instant,
  reviewEndsAt: Nullable(Instant),
  url: Nullable(Type.String()),
  note: Nullable(Type.String()),
  repository: Type.String(),
  pullRequest: Type.Integer(),
  by: Type.Enum(['giver', 'code-host', 'outage'], { description: 'Who doubts the work' }),
  reason: Type.String(),
  disputeEndsAt: Instant,
  because: Type.Enum(['window-over', 'approved', 'resolved', 'undecided', 'funds-gone', 'on-chain']),
  call: Type.Enum(['release', 'settle'], { description: 'What the contract was asked for' }),
  as: Type.Enum(['completed', 'cancelled']),
  places: Type.Integer(),
  problem: Type.String(),
  reviewee: Address,
  role: Type.Enum(['farmer', 'giver'], { description: 'What the reviewed address was' }),
  rating: Type.Integer(),
  comment: Type.String(),
  approximate: Type.Boolean({ description: 'True where the time was not kept exactly' }),
}

/** Something that happened to a quest. What it tells beyond its kind is in `details`. */
export const QuestEvent = Type.Object({
  number: Type.Integer({ description: 'From 1, within the quest' }),
  at: Instant,
  kind: Type.Enum(questEventKinds),
  /** Null: the service, the code host, the chain, or time. */
  actor: Nullable(Address),
  farmer: Nullable(Address),
  details: Type.Partial(Type.Object(optional)),
})
export type QuestEvent = Static<typeof QuestEvent>

export const QuestEventQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: "The quest's id" }),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000' })),
  cursor: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,10}$', description: 'From the Link header: the number to go on after' }),
  ),
})
export type QuestEventQuery = Static<typeof QuestEventQuery>
