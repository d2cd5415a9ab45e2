import type { AgentRule, Quest } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { listOf } from '../../ui/list-of.ts'

/** The conditions for joining a quest, in words; for a change, its changed conditions. */
export function needsOf({
  accountAgeDays = 0,
  agents = 'any',
  maxHeldHere = 0,
  members,
  minCompleted = 0,
  newcomers = 0,
  vouched,
  verifiedCodehost,
}: Partial<NonNullable<Quest['requires']>>): string {
  return listOf([
    ...(verifiedCodehost ? [t`a proved code-host account`] : []),
    ...(minCompleted > 0
      ? [plural(minCompleted, { one: '# finished quest', other: '# finished quests' })]
      : []),
    ...(accountAgeDays > 0
      ? [
          plural(accountAgeDays, {
            one: 'a code-host account of # day or more',
            other: 'a code-host account of # days or more',
          }),
        ]
      : []),
    ...(vouched ? [t`a code-host account that the giver or the repository vouches for`] : []),
    ...(members ? [t`membership in the community`] : []),
    ...(agents === 'any' ? [] : [agentNeeds[agents]]),
    ...(maxHeldHere > 0
      ? [
          plural(maxHeldHere, {
            one: 'at most # place of this giver at once',
            other: 'at most # places of this giver at once',
          }),
        ]
      : []),
    ...(newcomers > 0
      ? [plural(newcomers, { one: '# place kept for newcomers', other: '# places kept for newcomers' })]
      : []),
  ])
}

const agentNeeds: Readonly<Record<Exclude<AgentRule, 'any'>, string>> = {
  disclosed: t`agents who say that they are`,
  none: t`people, no agents`,
  only: t`agents, no people`,
}
