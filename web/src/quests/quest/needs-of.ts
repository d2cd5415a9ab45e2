import type { Quest } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { listOf } from '../../ui/list-of.ts'

/** The conditions for joining a quest, in words; for a change, its changed conditions. */
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
