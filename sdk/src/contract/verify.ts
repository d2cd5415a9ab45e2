import { type Static, Type } from 'typebox'
import { Address, Instant } from './primitives.ts'
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
