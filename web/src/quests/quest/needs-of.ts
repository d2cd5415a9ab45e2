import type { Quest } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { listOf } from '../../ui/list-of.ts'

/** Whom a quest is for, in words; of a change, what of it changed. */
export function needsOf({
  minCompleted = 0,
  verifiedCodehost,
}: Partial<NonNullable<Quest['requires']>>): string {
  return listOf([
    ...(verifiedCodehost ? [t`a proved code-host account`] : []),
    ...(minCompleted > 0
      ? [plural(minCompleted, { one: '# finished quest', other: '# finished quests' })]
      : []),
  ])
}
