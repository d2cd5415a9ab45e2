import { changeQuest } from './quest-change.ts'
import type { ChangeOptions, Connection } from './transport.ts'

/** Actions by which several people do the work of one place together. */
export const questSharing = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /**
     * The farmer of a place shares its reward before the work is handed in: up to ten members with the farmer, whose shares
     * (at most four decimals) are 1 in sum. It takes the place of an earlier share, and holds once every other member has
     * agreed; no shares at all end it. The first of the list gets the last unit of the token.
     * @throws FurrowError 400 for shares that are not the whole, after the first hand-in, and on a chain without a splitter.
     */
    share: (questId: string, shares: readonly MemberShare[], options?: ChangeOptions) =>
      change({ questId, action: 'share', shares: [...shares] }, options),
    /**
     * A member agrees to their share of the place of this farmer, given as they read it.
     * @throws FurrowError 409 where it is another share now; 403 for somebody who is not named; 400 after the first hand-in.
     */
    agreeToShare: (questId: string, share: { farmer: string; share: number }, options?: ChangeOptions) =>
      change({ questId, action: 'agree-to-share', ...share }, options),
    /**
     * A member refuses their share, or takes their agreement back, before the hand-in: the place is shared no more.
     * @throws FurrowError 403 for somebody who is not named; 400 after the first hand-in.
     */
    refuseShare: (questId: string, farmer: string, options?: ChangeOptions) =>
      change({ questId, action: 'refuse-share', farmer }, options),
  }
}

/** A member of a team, and their part of the reward, from 0 to 1. */
export type MemberShare = { address: string; share: number }
