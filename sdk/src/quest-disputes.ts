import { changeQuest } from './quest-change.ts'
import type { ChangeOptions, Connection } from './transport.ts'

/** Actions on a dispute over work. */
export const questDisputes = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /** The giver disputes work, within its review window. */
    dispute: (questId: string, farmer: string, reason: string, options?: ChangeOptions) =>
      change({ questId, action: 'dispute', farmer, reason }, options),
    /** The farmer answers a dispute, for everybody to read. */
    answer: (questId: string, what: { url?: string; note?: string }, options?: ChangeOptions) =>
      change({ questId, action: 'answer', ...what }, options),
    /** Either party shows something to the other and to whoever decides; the giver says over whose work. */
    addEvidence: (
      questId: string,
      what: { farmer?: string; url?: string; note?: string },
      options?: ChangeOptions,
    ) => change({ questId, action: 'add-evidence', ...what }, options),
    /** The farmer gives in: the giver is refunded at once. */
    concede: (questId: string, options?: ChangeOptions) => change({ questId, action: 'concede' }, options),
    /** The platform wallet decides a dispute; a split needs `share`, the farmer's part from 0 to 1. */
    resolve: (
      questId: string,
      farmer: string,
      outcome: 'pay' | 'refund' | 'split',
      { share, reason, ...options }: ChangeOptions & { share?: number; reason?: string } = {},
    ) =>
      change(
        {
          questId,
          action: 'resolve',
          farmer,
          outcome,
          ...(share !== undefined && { share }),
          ...(reason !== undefined && { reason }),
        },
        options,
      ),
  }
}
