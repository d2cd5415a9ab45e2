import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'

export const Member = Type.Object({ address: Address, title: Type.String(), joinedAt: Instant })
export type Member = Static<typeof Member>

export const Obligation = Type.Object({
  token: Type.String(),
  promised: Type.String({ description: 'All that givers ever promised' }),
  inReview: Type.String({ description: 'Held for work in its review window or in dispute' }),
  released: Type.String(),
  refunded: Type.String(),
})
export type Obligation = Static<typeof Obligation>

export const proposalStatuses = ['open', 'accepted', 'rejected'] as const
const ProposalStatus = Type.Enum(proposalStatuses)

export const Proposal = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  category: Type.String(),
  proposer: Address,
  status: ProposalStatus,
  createdAt: Instant,
})
export type Proposal = Static<typeof Proposal>

export const NewProposal = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  description: Type.String({ minLength: 1, maxLength: 20_000 }),
  category: Type.String({ minLength: 1, maxLength: 64 }),
})
export type NewProposal = Static<typeof NewProposal>

export const CommunityDao = Type.Object({
  genesisCreator: Type.Object({ address: Nullable(Address), name: Type.String() }),
  members: Type.Array(Member),
  treasury: Type.Object({
    balance: Type.Number({ description: 'As the Genesis Creator declared it' }),
    token: Type.String(),
    obligations: Type.Array(Obligation, { description: "From the service's ledger" }),
  }),
  proposals: Type.Array(Proposal),
})
export type CommunityDao = Static<typeof CommunityDao>

export const CommunityDaoChange = Type.Object({
  genesisCreator: Type.Optional(Type.Object({ name: Type.Optional(Type.String({ maxLength: 200 })) })),
  members: Type.Optional(
    Type.Array(Type.Object({ address: Address, title: Type.String({ maxLength: 100 }) }), {
      maxItems: 200,
      description: 'The whole list: who is not on it is no member any more',
    }),
  ),
  treasury: Type.Optional(
    Type.Object({
      balance: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15 })),
      token: Type.Optional(Type.String({ pattern: '^[A-Za-z][A-Za-z0-9._-]{0,19}$' })),
    }),
  ),
  proposals: Type.Optional(
    Type.Array(Type.Object({ id: Type.String({ maxLength: 100 }), status: ProposalStatus }), {
      maxItems: 200,
    }),
  ),
})
export type CommunityDaoChange = Static<typeof CommunityDaoChange>
