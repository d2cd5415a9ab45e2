import { type Static, type TSchema, type TString, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { seenAlone, Text, TxHash } from './text.ts'

const weight = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const memberTitle = Text(100, { pattern: seenAlone })

/** The right to propose, and the weight of votes; the Genesis Creator sets both, and a vote may change them. */
export const DaoSettings = Type.Object({
  proposeBy: Type.Enum(['anyone', 'members', 'points'] as const, {
    description:
      'The people who may propose: anyone signed in, members, or those with `proposePoints` this season',
  }),
  proposePoints: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  weights: Type.Enum(['one', 'points', 'title'] as const, {
    description: "The weight of a member's vote: one each, the season's points as a farmer, or by title",
  }),
  titleWeights: Type.Array(Type.Object({ title: Type.String(), weight }), {
    description: 'A title that is not on the list weighs 1',
  }),
  quorum: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Percent of all weight that has to be cast, for proposals without a quorum of their own',
  }),
  vetoHours: Type.Integer({
    minimum: 0,
    maximum: 720,
    description: 'How long an action waits after its vote, while the Genesis Creator may veto it',
  }),
})
export type DaoSettings = Static<typeof DaoSettings>

export const DaoSettingsChange = Type.Partial(
  Type.Object({
    ...DaoSettings.properties,
    titleWeights: Type.Array(Type.Object({ title: memberTitle, weight }), { maxItems: 50 }),
  }),
)
export type DaoSettingsChange = Static<typeof DaoSettingsChange>

const actionsWith = <T extends TString, S extends TSchema>(title: T, settings: S) =>
  Type.Union(
    [
      Type.Object({ kind: Type.Literal('add-member'), address: Address, title }),
      Type.Object({ kind: Type.Literal('remove-member'), address: Address }),
      Type.Object({ kind: Type.Literal('set-title'), address: Address, title }),
      Type.Object({ kind: Type.Literal('change-settings'), settings }),
    ],
    { description: 'Carried out if the first choice wins, after the time for a veto' },
  )

/** The service carries it out by itself once a proposal has passed without a veto. */
export const ProposalAction = actionsWith(Type.String(), Type.Partial(DaoSettings))
export type ProposalAction = Static<typeof ProposalAction>

/** A payment by the community's treasury, frozen with the proposal that asks for it. */
export const ProposalPay = Type.Object({
  chainId: Type.Integer(),
  treasury: Type.String({ description: "The treasury's wallet, as it was when the proposal was made" }),
  token: Type.String(),
  sum: Type.String({ description: 'Of all works, in exact digits' }),
  works: Type.Array(Type.Object({ questId: Type.String(), farmer: Address, amount: Type.String() })),
})
export type ProposalPay = Static<typeof ProposalPay>

export const mostPaidWorks = 100

export const tallies = ['live', 'end'] as const

/** A new proposal's vote; there is one where `endsAt` is given. */
export const newBallot = {
  startsAt: Type.Optional(Text(40, { format: 'date-time', description: 'Now by default' })),
  endsAt: Type.Optional(
    Text(40, { format: 'date-time', description: 'With it, members vote, from an hour to 90 days' }),
  ),
  choices: Type.Optional(
    Type.Array(Text(100, { minLength: 1, pattern: seenAlone }), {
      minItems: 2,
      maxItems: 10,
      description: 'Yes, No and Abstain by default. The first one accepts; "Abstain" never wins',
    }),
  ),
  quorum: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Percent of all weight; by default that of the settings',
    }),
  ),
  tally: Type.Optional(
    Type.Enum(tallies, {
      description: 'Whether votes are shown as they come (live, the default) or at the end',
    }),
  ),
  action: Type.Optional(actionsWith(memberTitle, DaoSettingsChange)),
  pay: Type.Optional(
    Type.Object(
      {
        works: Type.Array(Type.Object({ questId: Text(120, { minLength: 1 }), farmer: Address }), {
          minItems: 1,
          maxItems: mostPaidWorks,
        }),
      },
      {
        description:
          "Released work, in one token, that the community's treasury is to pay instead of its givers, if the first choice wins; " +
          'in place of an action',
      },
    ),
  ),
}

const outcomes = ['decided', 'tied', 'no-quorum', 'no-votes'] as const

export const VoteOutcome = Type.Object({
  kind: Type.Enum(outcomes),
  choice: Nullable(Type.String({ description: 'The winner' })),
  closedAt: Instant,
})
export type VoteOutcome = Static<typeof VoteOutcome>

/** On every proposal with a vote; a proposal without one has none of these. */
export const ballotSummary = {
  startsAt: Type.Optional(Instant),
  endsAt: Type.Optional(Instant),
  choices: Type.Optional(Type.Array(Type.String())),
  quorum: Type.Optional(Type.Integer({ description: 'Percent of all weight' })),
  tally: Type.Optional(Type.Enum(tallies)),
  action: Type.Optional(ProposalAction),
  pay: Type.Optional(ProposalPay),
  outcome: Type.Optional(Nullable(VoteOutcome)),
}

/** The domain of signatures (EIP-712); its salt is this community's own. */
export const SigningDomain = Type.Object({
  name: Type.String(),
  version: Type.String(),
  salt: Type.String({ description: '32 bytes in hex' }),
})
export type SigningDomain = Static<typeof SigningDomain>

export const Tally = Type.Object({
  choices: Type.Array(
    Type.Object({
      choice: Type.String(),
      weight: Type.Integer(),
      voters: Type.Integer({ description: 'Members with their weight on it, also by delegation' }),
    }),
  ),
  cast: Type.Integer({ description: 'All weight that was cast' }),
  voters: Type.Integer(),
})
export type Tally = Static<typeof Tally>

export const actionStates = ['open', 'waiting', 'done', 'vetoed', 'failed', 'lapsed'] as const

export const Ballot = Type.Object({
  state: Type.Enum(['upcoming', 'open', 'closed'] as const),
  startsAt: Instant,
  endsAt: Instant,
  choices: Type.Array(Type.String()),
  quorum: Type.Integer({ description: 'Percent of all weight' }),
  tally: Type.Enum(tallies),
  weights: DaoSettings.properties.weights,
  titleWeights: DaoSettings.properties.titleWeights,
  vetoHours: DaoSettings.properties.vetoHours,
  action: Nullable(ProposalAction),
  pay: Type.Optional(Nullable(ProposalPay)),
  terms: Type.String({ description: 'keccak256 of the terms frozen with the proposal, which votes sign' }),
  erased: Type.Boolean({
    description: 'It named somebody who left: its words differ from the signed ones',
  }),
  domain: SigningDomain,
  receiptKey: Type.Optional(
    Type.String({ description: 'The Ed25519 key that signs receipts and exports, in hex' }),
  ),
  members: Nullable(Type.Integer({ description: 'The number of members at the start' })),
  totalWeight: Nullable(Type.Integer()),
  result: Nullable(Tally),
  outcome: Nullable(VoteOutcome),
  actionState: Nullable(
    Type.Object({
      state: Type.Enum(actionStates),
      dueAt: Nullable(Instant),
      at: Nullable(Instant),
      reason: Nullable(Type.String({ description: 'The reason of the veto, or why it could not be done' })),
    }),
  ),
})
export type Ballot = Static<typeof Ballot>

const proposalId = Text(100, { minLength: 1 })
export const ProposalQuery = Type.Object({ id: proposalId })

/** The works of a proposal that the treasury is to pay, as they are now. */
export const ProposalPayout = Type.Object({
  isPassed: Type.Boolean({ description: 'Whether a payment by the treasury counts: passed, and not vetoed' }),
  works: Type.Array(
    Type.Object({
      questId: Type.String(),
      title: Type.String(),
      farmer: Address,
      amount: Type.String(),
      state: Type.Enum(['due', 'confirming', 'paid', 'paid-otherwise', 'left'], {
        description:
          'due: to be paid; confirming: a transaction, or the word of the giver, waits for its confirmation; paid: by the ' +
          'treasury, by this proposal; paid-otherwise: by the giver, another proposal, or as the farmer says; left: the farmer has left',
      }),
      txHash: Nullable(Type.String({ description: 'The transaction that is shown as its payment' })),
      alsoPaid: Nullable(
        Type.String({
          description:
            "The treasury's transaction that paid it too, though another payment counts: it was paid twice",
        }),
      ),
    }),
  ),
})
export type ProposalPayout = Static<typeof ProposalPayout>

/** A transaction of the treasury, and the proposal that it carries out. */
export const ProposalPaid = Type.Object({ proposalId, txHash: TxHash })
export type ProposalPaid = Static<typeof ProposalPaid>

/** A batch file of Safe's Transaction Builder. */
export const SafeFile = Type.Object({
  version: Type.String(),
  chainId: Type.String(),
  createdAt: Type.Integer(),
  meta: Type.Object({
    name: Type.String(),
    description: Type.String(),
    txBuilderVersion: Type.String(),
    createdFromSafeAddress: Type.String(),
    createdFromOwnerAddress: Type.String(),
    checksum: Type.String(),
  }),
  transactions: Type.Array(
    Type.Object({
      to: Type.String(),
      value: Type.String({ description: 'In the smallest unit of the coin' }),
      data: Type.String(),
      contractMethod: Type.Null(),
      contractInputsValues: Type.Null(),
    }),
  ),
})

export const CastVote = Type.Object({
  proposalId,
  choice: Text(100, { minLength: 1 }),
  number: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Higher than that of your earlier vote',
  }),
  signature: Text(16_386, {
    description: "Over the typed data (EIP-712): by the address's key, or as its smart wallet accepts it",
  }),
})
export type CastVote = Static<typeof CastVote>

export const Vote = Type.Object({
  proposalId: Type.String(),
  voter: Address,
  choice: Type.String(),
  number: Type.Integer(),
  at: Instant,
  signature: Nullable(Type.String({ description: 'null where the voter has deleted the account since' })),
  chainId: Nullable(
    Type.Integer({
      description: 'The chain of a smart wallet, which was asked there when the vote was cast',
    }),
  ),
})
export type Vote = Static<typeof Vote>

/** The voter's receipt: the service signed that it took this vote, and when. */
export const VoteReceipt = Type.Object({
  kind: Type.Literal('vote-receipt'),
  proposalId: Type.String(),
  title: Type.String(),
  terms: Type.String({ description: 'keccak256 of the terms frozen with the proposal' }),
  voter: Address,
  choice: Type.String(),
  number: Type.Integer(),
  weights: DaoSettings.properties.weights,
  weight: Type.Integer({ description: "The voter's own, as it stood at the start" }),
  at: Instant,
  key: Type.String({ description: 'The Ed25519 key of this service that signed it, in hex' }),
  signature: Type.String({
    description: 'Over the JSON of all other fields, its keys sorted and without blanks, in hex',
  }),
})
export type VoteReceipt = Static<typeof VoteReceipt>

export const KeptVote = Type.Object({ ...Vote.properties, receipt: VoteReceipt })
export type KeptVote = Static<typeof KeptVote>

export const VotesQuery = Type.Object({
  proposal: proposalId,
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000; 1000 by default' })),
  cursor: Type.Optional(Type.String({ maxLength: 100, description: 'From the Link header' })),
})
export type VotesQuery = Static<typeof VotesQuery>

export const VotesOf = Type.Object({ proposal: proposalId })

export const OwnVote = Type.Object({
  vote: Nullable(KeptVote),
  weight: Nullable(Type.Integer({ description: 'null for people who were no members when the vote began' })),
  delegate: Nullable(Type.Object({ address: Address, voted: Type.Boolean() })),
  represents: Type.Integer({ description: 'Members who delegated to you and did not vote in person' }),
})
export type OwnVote = Static<typeof OwnVote>

export const Veto = Type.Object({ proposalId, reason: Text(2_000, { minLength: 1 }) })
export type Veto = Static<typeof Veto>

export const NewDelegation = Type.Object({
  delegate: Address,
  season: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'This season or the next' }),
  number: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    description: 'Higher than that of your earlier delegation',
  }),
  signature: CastVote.properties.signature,
})
export type NewDelegation = Static<typeof NewDelegation>

export const Delegation = Type.Object({
  delegator: Address,
  delegate: Address,
  season: Type.Integer(),
  number: Type.Integer(),
  at: Instant,
})
export type Delegation = Static<typeof Delegation>

export const Delegations = Type.Object({
  season: Type.Integer({ description: 'The current season' }),
  domain: SigningDomain,
  given: Type.Array(Delegation, { description: 'For this season and the next' }),
  received: Type.Array(Delegation),
  nextNumber: Type.Integer(),
})
export type Delegations = Static<typeof Delegations>

export const SeasonRef = Type.Object({ season: Type.String({ pattern: '^[0-9]{1,7}$' }) })
