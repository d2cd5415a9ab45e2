import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { AssignmentStatus } from './quests.ts'
import { Text } from './text.ts'

/** A hint that a pull request was merged; anyone may give it. */
export const MergeHint = Type.Object({
  repo: Text(300, { minLength: 1, description: 'Full name of the repository' }),
  pr: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
})
export type MergeHint = Static<typeof MergeHint>

export const Verification = Type.Object({
  questId: Type.String(),
  farmer: Address,
  status: AssignmentStatus,
  reviewEndsAt: Instant,
})
export type Verification = Static<typeof Verification>

/** The reasons for which a pull request proves no work, or nobody is paid for it. */
export const proofFaults = [
  'merge-needed',
  'not-default-branch',
  'no-author',
  'closes-no-issue',
  'own-quest',
  'account-unproved',
  'no-place',
  'place-expired',
  'other-account',
  'merged-before-place',
  'proved-other-work',
  'work-over',
  'disputed',
  'quest-paused',
  'no-place-left',
  'unfunded',
] as const
export const ProofFault = Type.Enum(proofFaults)
export type ProofFault = (typeof proofFaults)[number]

export const PreviewQuery = Type.Object({
  repo: Type.String({ minLength: 1, maxLength: 300, description: 'Full name of the repository' }),
  pr: Type.String({ pattern: '^[1-9][0-9]{0,9}$', description: 'The number of the pull request' }),
})
export type PreviewQuery = Static<typeof PreviewQuery>

export const ProofPreview = Type.Object({
  wouldPay: Type.Boolean({
    description:
      'Whether a merge of the pull request, as it is now, would prove work: true also where `merge-needed` is the only reason',
  }),
  quest: Nullable(Type.String({ description: 'The id of the quest that it would prove work of' })),
  farmer: Nullable(Address),
  account: Nullable(Type.String({ description: "The login of the pull request's author at the code host" })),
  reasons: Type.Array(
    Type.Object({
      code: ProofFault,
      text: Type.String({ description: 'The sentence with which POST /verify would refuse it' }),
      fix: Type.String({ description: 'How it can be mended, if at all' }),
    }),
  ),
})
export type ProofPreview = Static<typeof ProofPreview>
