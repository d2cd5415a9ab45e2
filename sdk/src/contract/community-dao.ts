import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { oneLine, seenAlone, Text, tokenSymbol } from './text.ts'
import { Ballot, ballotSummary, DaoSettings, DaoSettingsChange, newBallot, ProposalPayout } from './votes.ts'

export const Member = Type.Object({ address: Address, title: Type.String(), joinedAt: Instant })
export type Member = Static<typeof Member>

export const Obligation = Type.Object({
  token: Type.String(),
  promised: Type.String({ description: 'The sum of all promises by givers, ever' }),
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
  ...ballotSummary,
})
export type Proposal = Static<typeof Proposal>

export const ProposalDetails = Type.Object({
  ...Proposal.properties,
  ballot: Nullable(Ballot),
  payout: Type.Optional(
    Type.Union([ProposalPayout, Type.Null()], { description: 'null where no works are to be paid' }),
  ),
})
export interface ProposalDetails extends Static<typeof ProposalDetails> {}

export const CommunityDaoQuery = Type.Object({
  limit: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,4}$',
      description: 'Proposals: 1 to 1000; 1000 by default',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link header' })),
})
export type CommunityDaoQuery = Static<typeof CommunityDaoQuery>

export const NewProposal = Type.Object({
  title: Text(200, { minLength: 1, pattern: oneLine }),
  description: Text(20_000, { minLength: 1 }),
  category: Text(64, { minLength: 1 }),
  ...newBallot,
})
export type NewProposal = Static<typeof NewProposal>

/** The treasury's place on a chain, with the last answer of a node; beside the typed balance. */
const TreasuryOnChain = Type.Object({
  chainId: Type.Integer(),
  address: Address,
  balances: Type.Array(Type.Object({ token: Type.String(), amount: Type.String(), readAt: Instant }), {
    description: 'The tokens that the service knows there; read every few minutes, not for each request',
  }),
})

export const CommunityDao = Type.Object({
  genesisCreator: Type.Object({ address: Nullable(Address), name: Type.String() }),
  members: Type.Array(Member),
  treasury: Type.Object({
    balance: Type.Number({ description: 'As the Genesis Creator typed it' }),
    token: Type.String(),
    onChain: Nullable(TreasuryOnChain),
    obligations: Type.Array(Obligation, { description: "From the service's ledger" }),
  }),
  settings: DaoSettings,
  proposals: Type.Array(Proposal, { description: 'Newest first; the Link header leads on' }),
})
export interface CommunityDao extends Static<typeof CommunityDao> {}

export const CommunityDaoChange = Type.Object({
  genesisCreator: Type.Optional(Type.Object({ name: Type.Optional(Text(200, { pattern: seenAlone })) })),
  members: Type.Optional(
    Type.Array(Type.Object({ address: Address, title: Text(100, { pattern: seenAlone }) }), {
      maxItems: 200,
      description: 'The whole list: anybody not on it stops being a member',
    }),
  ),
  treasury: Type.Optional(
    Type.Object({
      balance: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15 })),
      token: Type.Optional(Type.String({ pattern: tokenSymbol })),
      onChain: Type.Optional(
        Nullable(Type.Object({ chainId: Type.Integer({ minimum: 1 }), address: Address })),
      ),
    }),
  ),
  settings: Type.Optional(DaoSettingsChange),
  proposals: Type.Optional(
    Type.Array(Type.Object({ id: Text(100), status: ProposalStatus }), {
      maxItems: 200,
    }),
  ),
})
export type CommunityDaoChange = Static<typeof CommunityDaoChange>
