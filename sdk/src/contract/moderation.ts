import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

export const reportedKinds = ['quest', 'comment', 'letter', 'profile', 'proposal', 'file', 'wallet'] as const
export type ReportedKind = (typeof reportedKinds)[number]

export const reportReasons = ['spam', 'scam', 'abuse', 'illegal', 'personal-data', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const longestModerationText = 2_000

const thing = {
  kind: Type.Enum(reportedKinds),
  id: Text(100, { minLength: 1, description: 'Its id; of a profile or a wallet, the address' }),
}

/** A report to the moderators. By itself it hides nothing. */
export const NewReport = Type.Object({
  ...thing,
  reason: Type.Enum(reportReasons),
  note: Type.Optional(Text(longestModerationText, { description: 'For the moderators' })),
  disclose: Type.Optional(
    Type.Boolean({
      description:
        'Of a letter, which only its recipient can report, and of evidence: that moderators may read it',
    }),
  ),
})
export type NewReport = Static<typeof NewReport>

export const Report = Type.Object({
  ...thing,
  reason: Type.Enum(reportReasons),
  reportedAt: Instant,
  outcome: Nullable(Type.Enum(['upheld', 'dismissed'])),
})
export type Report = Static<typeof Report>

/** A reporter, with the outcomes of their earlier reports. */
export const Reporter = Type.Object({
  address: Address,
  reason: Type.Enum(reportReasons),
  note: Type.String(),
  reportedAt: Instant,
  upheld: Type.Integer({
    description: 'Reports of his, of anything, that led to something; counted up to 1,000',
  }),
  dismissed: Type.Integer({ description: 'And those that did not' }),
  oftenDismissed: Type.Boolean({ description: 'Whether three or more were dismissed, and most of all' }),
})
export type Reporter = Static<typeof Reporter>

export const ReportedThing = Type.Object({
  ...thing,
  owner: Address,
  title: Type.String(),
  text: Type.String({ description: 'What it says, or the beginning of it' }),
  questId: Nullable(Type.String({ description: 'The quest that it is, or is about' })),
  isThere: Type.Boolean({ description: 'Whether it was not deleted since' }),
  hiddenAt: Nullable(Instant),
  ownerFrozen: Type.Boolean(),
  reports: Type.Integer({ description: 'How many people reported it; one each' }),
  trusted: Type.Integer({ description: 'How many of them reported something before that was upheld' }),
  openedAt: Instant,
  lastReportAt: Instant,
  reporters: Type.Array(Reporter, { description: 'The newest of them, 20 at most' }),
  refusal: Nullable(Type.String({ description: 'Why the caller cannot decide on it; null where he can' })),
})
export type ReportedThing = Static<typeof ReportedThing>

export const moderationActions = ['hide', 'restore', 'freeze', 'unfreeze', 'dismiss'] as const
export type ModerationActionName = (typeof moderationActions)[number]

/** A moderator's act. Freezing applies to the wallet that owns the thing. */
export const ModerationAction = Type.Object({
  action: Type.Enum(moderationActions),
  ...thing,
  reason: Text(longestModerationText, {
    minLength: 1,
    description: 'Its owner reads this, unless it is a dismissal',
  }),
})
export type ModerationAction = Static<typeof ModerationAction>

/** Dismisses all waiting reports of one wallet as unfounded. */
export const ReporterDismissal = Type.Object({
  reporter: Address,
  reason: Text(longestModerationText, { minLength: 1, description: 'For the log' }),
})
export type ReporterDismissal = Static<typeof ReporterDismissal>

const act = {
  id: Type.String({ description: 'moderation-<timestamp>-<suffix>' }),
  at: Instant,
  action: Type.Enum([...moderationActions, 'dismiss-reports', 'name-moderator', 'remove-moderator']),
  kind: Type.Enum(reportedKinds),
  thing: Type.String({ description: 'Its id; of a profile or a wallet, the address' }),
  title: Type.String({ description: 'What it was called then' }),
  reason: Type.String(),
  answer: Nullable(
    Type.Object({ note: Type.String(), at: Instant }, { description: 'What its owner said to it' }),
  ),
}

/** An act with its author and reason; the log only grows. */
export const ModerationLogEntry = Type.Object({
  ...act,
  actor: Address,
  owner: Address,
  reports: Type.Integer({ description: 'How many reports it closed' }),
})
export type ModerationLogEntry = Static<typeof ModerationLogEntry>

/** An act on the caller's own thing, without the moderator's name. */
export const ModerationOfMine = Type.Object({
  ...act,
  text: Type.String({
    description: 'What the hidden thing says, which others do not see; or the beginning of it',
  }),
})
export type ModerationOfMine = Static<typeof ModerationOfMine>

export const OwnModeration = Type.Object({
  role: Nullable(
    Type.Enum(['platform', 'moderator'], { description: 'Whether the caller may moderate, and as what' }),
  ),
  frozen: Nullable(Type.Object({ id: Type.String(), reason: Type.String(), at: Instant })),
  actions: Type.Array(ModerationOfMine, { description: 'The newest first' }),
})
export type OwnModeration = Static<typeof OwnModeration>

/** The owner's answer to an act; once for each. */
export const ModerationAnswer = Type.Object({
  id: Text(100, { minLength: 1, description: 'Of what was done' }),
  note: Text(longestModerationText, { minLength: 1 }),
})
export type ModerationAnswer = Static<typeof ModerationAnswer>

export const Moderator = Type.Object({ address: Address, namedAt: Instant })
export type Moderator = Static<typeof Moderator>

export const ModeratorRef = Type.Object({ address: Address })

export const ModerationQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100; 25 without it' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type ModerationQuery = Static<typeof ModerationQuery>

export const Hidden = Type.Object({ reason: Type.String(), at: Instant })
export type Hidden = Static<typeof Hidden>
