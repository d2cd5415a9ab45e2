import type { Quest } from '@furrow/sdk'
import { furrow } from '../../service/furrow.ts'
import type { Sent } from './sent.ts'

/** Asks the service to look, and tells whether it has seen the deposit, which takes its confirmations, or refuses it. */
export async function isDepositKnown(questId: string): Promise<boolean> {
  const isSeen = ({ funding }: Quest) => funding.status !== 'unfunded' || Boolean(funding.problem)
  try {
    return isSeen(await furrow.quests.fund(questId))
  } catch {
    // The service refuses while it has seen nothing; or it cannot be asked now.
    return furrow.quests.get(questId).then(isSeen, () => false)
  }
}

const longest = 60 * 60_000

/** Whether the service tells of a decision, which takes its confirmations: until then the quest is as it was. */
export async function isDecisionKnown({ id, funding }: Quest, sent: Sent): Promise<boolean> {
  // The final hash of a transaction that others sent is not known here.
  if (funding.served === false || sent.isShared || sent.hash === null || sent.at < Date.now() - longest)
    return true
  const quest = await furrow.quests.get(id).catch(() => null)
  return quest?.funding.transactions?.some(({ hash }) => sameHash(hash, sent.hash)) ?? false
}

function sameHash(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}
