import { changeQuest, named } from './quest-change.ts'
import type { ChangeOptions, Connection } from './transport.ts'

/** Actions on work: handing in, approving, returning, and reviews. */
export const questWork = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /** Hands in work without a pull request. */
    submit: (questId: string, work: { url?: string; note?: string }, options?: ChangeOptions) =>
      change({ questId, action: 'submit', ...work }, options),
    /** The giver pays a farmer now. */
    approve: (questId: string, farmer: string, options?: ChangeOptions) =>
      change({ questId, action: 'approve', farmer }, options),
    /** The giver returns work that was handed in, and says what is missing; at most twice. */
    return: named<Returned, [questId: string, farmer: string, note: string]>(connection, 'return', [
      'farmer',
      'note',
    ]),
    /** The parties of paid work review each other: 1 to 5. */
    review: named<GivenReview, [questId: string, address: string, rating: number, comment?: string]>(
      connection,
      'review',
      ['address', 'rating', 'comment'],
    ),
  }
}

type Returned = { questId: string; farmer: string; note: string }
type GivenReview = { questId: string; address: string; rating: number; comment?: string | undefined }
