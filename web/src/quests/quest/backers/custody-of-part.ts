import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { custodyOf } from '../../way/custody.ts'

/** The holder of what one person adds on chain, where a quest’s sentence would name its giver; null where it names nobody. */
export function custodyOfPart(quest: Quest): string | null {
  if (quest.funding.problem) return t`The deposit is not what was planned. Its backer can take it back.`
  const custody = custodyOf(quest)
  if (custody === 'empty' && quest.status !== 'cancelled')
    return t`Nothing is paid in yet, so it does not count.`
  if (custody === 'held') return t`Held by the contract until the work is paid, or goes back to its backer.`
  return null
}
