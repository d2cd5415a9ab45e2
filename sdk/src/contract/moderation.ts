import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

export const reportedKinds = [
  'quest',
  'comment',
  'letter',
  'profile',
  'proposal',
  'file',
  'wallet',
  'entry',
] as const
export type ReportedKind = (typeof reportedKinds)[number]

export const reportReasons = ['spam', 'scam', 'abuse', 'illegal', 'personal-data', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const longestModerationText = 2_000

const thing = {
  kind: Type.Enum(reportedKinds),
  id: Text(100, { minLength: 1, description: 'Its id; for a profile or a wallet, the address' }),
}

/** A report to the moderators. By itself it hides nothing. */
export const NewReport = Type.Object({
  ...thing,
  reason: Type.Enum(reportReasons),
  note: Type.Optional(Text(longestModerationText, { description: 'For the moderators' })),
  disclose: Type.Optional(
    Type.Boolean({
      description:
        'For a letter, which only its recipient can report, and for evidence: lets moderators read it',
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
    description: 'Their earlier reports that moderators upheld; counted up to 1,000',
  }),
  dismissed: Type.Integer({ description: 'And those that moderators dismissed' }),
  oftenDismissed: Type.Boolean({
    description: 'Whether three or more were dismissed, and more than were upheld',
  }),
})
export type Reporter = Static<typeof Reporter>

export const ReportedThing = Type.Object({
  ...thing,
  owner: Address,
  title: Type.String(),
  text: Type.String({ description: 'Its text, or the beginning of it' }),
  questId: Nullable(Type.String({ description: 'The quest itself, or the one it belongs to' })),
  isThere: Type.Boolean({ description: 'false once it is deleted' }),
  hiddenAt: Nullable(Instant),
  ownerFrozen: Type.Boolean(),
  reports: Type.Integer({ description: 'The number of people who reported it' }),
  trusted: Type.Integer({ description: 'Those of them with an earlier report that was upheld' }),
  openedAt: Instant,
  lastReportAt: Instant,
  reporters: Type.Array(Reporter, { description: 'The newest of them, 20 at most' }),
  refusal: Nullable(Type.String({ description: 'Why the caller cannot decide on it; null where they can' })),
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
  thing: Type.String({ description: 'Its id; for a profile or a wallet, the address' }),
  title: Type.String({ description: 'Its name at that time' }),
  reason: Type.String(),
  answer: Nullable(Type.Object({ note: Type.String(), at: Instant }, { description: "The owner's answer" })),
}

/** An act with its author and reason; the log only grows. */
export const ModerationLogEntry = Type.Object({
  ...act,
  actor: Address,
  owner: Address,
  reports: Type.Integer({ description: 'The number of reports that it closed' }),
})
export type ModerationLogEntry = Static<typeof ModerationLogEntry>

/** An act on the caller's own thing, without the moderator's name. */
export const ModerationOfMine = Type.Object({
  ...act,
  text: Type.String({
    description: 'The text of the hidden thing, or the beginning of it; others do not see it',
  }),
})
export type ModerationOfMine = Static<typeof ModerationOfMine>

export const OwnModeration = Type.Object({
  role: Nullable(
    Type.Enum(['platform', 'moderator'], { description: "The caller's role, where they may moderate" }),
  ),
  frozen: Nullable(Type.Object({ id: Type.String(), reason: Type.String(), at: Instant })),
  actions: Type.Array(ModerationOfMine, { description: 'Newest first' }),
})
export type OwnModeration = Static<typeof OwnModeration>

/** The owner's answer to an act; once for each. */
export const ModerationAnswer = Type.Object({
  id: Text(100, { minLength: 1, description: 'The id of the act' }),
  note: Text(longestModerationText, { minLength: 1 }),
})
export type ModerationAnswer = Static<typeof ModerationAnswer>

export const Moderator = Type.Object({ address: Address, namedAt: Instant })
export type Moderator = Static<typeof Moderator>

export const ModeratorRef = Type.Object({ address: Address })

export const ModerationQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100; 25 by default' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type ModerationQuery = Static<typeof ModerationQuery>

export const Hidden = Type.Object({ reason: Type.String(), at: Instant })
export type Hidden = Static<typeof Hidden>
