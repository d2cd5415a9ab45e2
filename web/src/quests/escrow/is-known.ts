import type { Quest } from '@furrow/sdk'
import { furrow } from '../../service/furrow.ts'
import type { Sent } from './sent.ts'

/** Whether the service has seen the deposit, which it does at its confirmations, or refuses it. It is asked to look. */
export async function isDepositKnown(questId: string): Promise<boolean> {
  const isSeen = ({ funding }: Quest) => funding.status !== 'unfunded' || Boolean(funding.problem)
  try {
    return isSeen(await furrow.quests.fund(questId))
  } catch {
    // It says no while it has seen nothing; or it cannot be asked now.
    return furrow.quests.get(questId).then(isSeen, () => false)
  }
}

const longest = 60 * 60_000

/** Whether the service tells of a decision, which it does at its confirmations: until then the quest is as it was. */
export async function isDecisionKnown({ id, funding }: Quest, sent: Sent): Promise<boolean> {
  // Under which hash others sent it in the end nobody says here.
  if (funding.served === false || sent.isShared || sent.hash === null || sent.at < Date.now() - longest)
    return true
  const quest = await furrow.quests.get(id).catch(() => null)
  return quest?.funding.transactions?.some(({ hash }) => sameHash(hash, sent.hash)) ?? false
}

function sameHash(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase()
}
