import type { Quest, QuestChange } from './contract/index.ts'
import { changeQuest, named } from './quest-change.ts'
import type { ChangeOptions, Connection } from './transport.ts'

/** Actions on a dispute over work. */
export const questDisputes = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /** The giver disputes work, within its review window. */
    dispute: named<Doubt, [questId: string, farmer: string, reason: string]>(connection, 'dispute', [
      'farmer',
      'reason',
    ]),
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
    /**
     * Giver or farmer proposes that the farmer gets `share` of the reward (from 0 to 1, at most four decimals) for work in
     * review or in dispute, and the giver the rest; it replaces an earlier proposal. `farmer` is the caller unless given.
     * @throws FurrowError 400 where the share is nothing or the whole, the work is not handed in, ten were proposed, or the funds
     * are on chain; 403 for others.
     */
    proposePart: (questId: string, part: ProposedPart, options?: ChangeOptions) =>
      change({ questId, action: 'propose-part', ...part }, options),
    /**
     * The other side agrees to the part that is proposed, given as it was read: it is released and the rest refunded at once.
     * @throws FurrowError 409 where another part was proposed meanwhile; 400 where none is; 403 for who proposed it.
     */
    agree: (questId: string, part: { farmer?: string; share: number }, options?: ChangeOptions) =>
      change({ questId, action: 'agree', ...part }, options),
    /** The platform wallet decides a dispute; a split needs `share`, the farmer's part from 0 to 1. */
    resolve: ((given: Decision | string, ...rest: unknown[]) => {
      if (typeof given === 'object')
        return change({ ...given, action: 'resolve' } as QuestChange, rest[0] as ChangeOptions | undefined)
      const [farmer, outcome, { idempotencyKey, ...more } = {}] = rest as SingleDecision
      return change({ questId: given, farmer, outcome, ...more, action: 'resolve' }, { idempotencyKey })
    }) as Resolve,
  }
}

type ProposedPart = { farmer?: string; share: number; note?: string }
type Doubt = { questId: string; farmer: string; reason: string }
type Outcome = 'pay' | 'refund' | 'split'
type Decision = {
  questId: string
  farmer: string
  outcome: Outcome
  share?: number | undefined
  reason?: string | undefined
}
type SingleDecision = [
  farmer: string,
  outcome: Outcome,
  more?: ChangeOptions & { share?: number; reason?: string },
]

type Resolve = {
  (given: Decision, options?: ChangeOptions): Promise<Quest>
  (questId: string, ...given: SingleDecision): Promise<Quest>
}
