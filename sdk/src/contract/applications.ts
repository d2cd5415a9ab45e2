import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { QuestionAnswer } from './questions.ts'

/** `open`: any farmer takes a place. `application`: farmers apply, and the giver chooses whom to admit. */
export const admissions = ['open', 'application'] as const
export const Admission = Type.Enum(admissions)
export type Admission = (typeof admissions)[number]

export const agentRules = ['any', 'disclosed', 'none', 'only'] as const
export type AgentRule = (typeof agentRules)[number]

export const Requirements = Type.Object({
  verifiedCodehost: Type.Boolean({ description: 'An account at the code host that the host proved' }),
  minCompleted: Type.Integer({ minimum: 0, maximum: 1_000, description: 'Finished quests' }),
  accountAgeDays: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description: 'How old the account at the code host has to be; 0 for any',
    }),
  ),
  maxHeldHere: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: "How many places of this giver's quests one farmer may have at once; 0 for any number",
    }),
  ),
  members: Type.Optional(Type.Boolean({ description: 'Members of the community DAO alone' })),
  agents: Type.Optional(
    Type.Enum(agentRules, {
      description:
        "API keys that say that they are an agent's: `disclosed` wants them to say so, `none` refuses them, `only` refuses all others",
    }),
  ),
  newcomers: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'How many places are kept for farmers who have finished nothing yet',
    }),
  ),
  vouched: Type.Optional(
    Type.Boolean({
      description: "Accounts alone that the giver's trust list vouches for, or that of the linked repository",
    }),
  ),
})
export type Requirements = Static<typeof Requirements>

export const applicationStatuses = [
  'pending',
  'admitted',
  'declined',
  'withdrawn',
  'expired',
  'closed',
] as const
export const ApplicationStatus = Type.Enum(applicationStatuses, {
  description:
    'pending waits for an answer; expired: nobody answered in time; closed: there was no place any more',
})
export type ApplicationStatus = (typeof applicationStatuses)[number]

/** The applicant's earlier deeds, from counts kept at the time. */
export const ApplicantRecord = Type.Object({
  questsAccepted: Type.Integer(),
  questsCompleted: Type.Integer(),
  rating: Nullable(Type.Number({ description: 'Mean of the reviews received as a farmer, 1 to 5' })),
  disputesLost: Type.Integer({ description: 'As a farmer' }),
  rank: Type.String(),
  score: Type.Number({ description: "This season's score" }),
  skills: Type.Array(Type.String()),
  codehostUsername: Nullable(Type.String()),
  codehostVerified: Type.Boolean({ description: 'Whether the code host itself proved the account' }),
  profilePhoto: Type.String(),
})
export type ApplicantRecord = Static<typeof ApplicantRecord>

/** A farmer's application for a place, visible to the giver and to that farmer alone. */
export const Application = Type.Object({
  questId: Type.String(),
  questTitle: Type.String(),
  farmer: Address,
  status: ApplicationStatus,
  note: Nullable(Type.String()),
  answers: Type.Optional(
    Type.Array(QuestionAnswer, {
      description:
        "The answers to the giver's questions, each with its question as it was asked; left out where there are none. " +
        'The text of a question is empty once its giver deleted their account',
    }),
  ),
  appliedAt: Instant,
  expiresAt: Type.Union([Instant, Type.Null()], {
    description: 'When it ends without an answer; null once it has ended',
  }),
  endedAt: Nullable(Instant),
  reason: Nullable(Type.String({ description: 'Why it was declined' })),
  record: Type.Optional(ApplicantRecord),
})
export type Application = Static<typeof Application>

export const applicationSorts = ['applied', 'record'] as const

export const ApplicationQuery = Type.Object({
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        "With a quest of your own, the applications for it; with somebody else's, your own application",
    }),
  ),
  status: Type.Optional(
    Type.Enum(applicationStatuses, { description: 'For a quest of your own; pending by default' }),
  ),
  sort: Type.Optional(
    Type.Enum(applicationSorts, {
      description:
        'For a quest of your own: `applied`, the first one first, is the default; `record`, most finished work that counts first',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type ApplicationQuery = Static<typeof ApplicationQuery>
