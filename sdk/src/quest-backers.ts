import { changeQuest } from './quest-change.ts'
import type { ChangeOptions, Connection } from './transport.ts'

/** Actions by which others add to the reward of a quest. */
export const questBackers = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /**
     * Adds an amount to the reward of every place of the quest that is not over, as exact digits of its token. You owe your
     * part to each farmer whose work is released there, and what nobody earns goes back to you.
     * @throws FurrowError 400 on chain, for your own quest or work, and for a 41st; 409 where you add another amount already.
     */
    back: (questId: string, amount: string, options?: ChangeOptions) =>
      change({ questId, action: 'back', amount }, options),
    /**
     * Adds nothing any more; or, for the giver of the quest, ends what that backer adds.
     * @throws FurrowError 400 while somebody has a place in the quest.
     */
    stopBacking: (questId: string, backer?: string, options?: ChangeOptions) =>
      change({ questId, action: 'stop-backing', ...(backer !== undefined && { backer }) }, options),
    /**
     * Objects to paying your part for work in review: that part is disputed by itself, and the quest goes on.
     * @throws FurrowError 403 for somebody who adds nothing; 400 where no work of that farmer is in review.
     */
    object: (questId: string, objection: { farmer: string; reason: string }, options?: ChangeOptions) =>
      change({ questId, action: 'object', ...objection }, options),
  }
}
