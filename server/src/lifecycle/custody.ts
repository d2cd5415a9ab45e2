import { BadRequestError } from '../errors.ts'
import type { Verdict } from './commands.ts'
import { defaultOutcome } from './default-outcome.ts'
import type { QuestEvent } from './events.ts'
import type { Disputed, InReview, Quest } from './quest.ts'
import type { Rules } from './rules.ts'

/**
 * Who holds the funds decides who may move them. All that differs between the rails in what may happen to a quest is here;
 * the folder `rails/` has what differs in how it is done.
 */
export type Custody = {
  /** Whether farmers would be working for funds that are there. */
  readonly isFunded: boolean
  /** @throws BadRequestError where only the party's own wallet can do this, on chain. */
  requireService(who: string, call: string): void
  /** The review window is over, and nothing speaks against the payment. */
  pay(work: InReview): QuestEvent[]
  /** The merge that proves the work does not stand any more. */
  doubt(work: InReview, reason: string, rules: Rules): QuestEvent[]
  /** The code host could not be asked for as long as a dispute may last. */
  giveUpAsking(work: InReview, rules: Rules): QuestEvent[]
  /** A dispute that nobody decided is over. */
  endDispute(work: Disputed, verdict: Verdict | null, rules: Rules): QuestEvent[]
  /** Nobody can earn the free places any more. */
  returnPlaces(places: number): QuestEvent[]
}

export function custodyOf(quest: Quest): Custody {
  return quest.deposit === null ? inLedger(quest) : onChain(quest, quest.deposit)
}

/** The service's own books: it decides, and what it decides is done. */
function inLedger(quest: Quest): Custody {
  return {
    isFunded: true,
    requireService() {},
    pay: ({ farmer }) => [{ kind: 'released', farmer, because: 'window-over' }],
    doubt: ({ farmer }, reason, { now, disputeMs }) => [
      { kind: 'disputed', farmer, by: 'code-host', reason, disputeEndsAt: now + disputeMs },
    ],
    giveUpAsking: ({ farmer }, { now, disputeMs }) => [
      {
        kind: 'disputed',
        farmer,
        by: 'outage',
        reason: 'The code host could not be asked whether the merge still stands.',
        disputeEndsAt: now + disputeMs,
      },
    ],
    endDispute: (work, verdict, rules) => [
      defaultOutcome(work, verdict, rules) === 'pay'
        ? { kind: 'released', farmer: work.farmer, because: 'undecided' }
        : { kind: 'refunded', farmer: work.farmer, because: 'undecided' },
    ],
    returnPlaces: places => (quest.returned > 0 ? [] : [{ kind: 'places-returned', places }]),
  }
}

/** The contract: the service asks it, and learns from it alone what was done. */
function onChain(quest: Quest, deposit: NonNullable<Quest['deposit']>): Custody {
  return {
    isFunded: deposit.status === 'funded',
    requireService(who, call) {
      throw new BadRequestError(
        `The funds of this quest are on chain: ${who} calls ${call} of the escrow contract with a wallet.`,
      )
    },
    pay: ({ farmer, proposed, asked }) =>
      proposed && !asked.has('release') ? [{ kind: 'payment-asked', farmer, call: 'release' }] : [],
    doubt: ({ farmer, evidence }, reason) =>
      evidence.merge?.check === 'broken' ? [] : [{ kind: 'merge-doubted', farmer, reason }],
    giveUpAsking: ({ farmer }) => [{ kind: 'merge-cleared', farmer }],
    endDispute: ({ farmer, proposed, asked }) =>
      proposed && !asked.has('settle') ? [{ kind: 'payment-asked', farmer, call: 'settle' }] : [],
    // Once the giver has the free places back, there is nothing left to close.
    returnPlaces: () =>
      deposit.status === 'funded' && !deposit.closing && quest.returned === 0 ? [{ kind: 'closing' }] : [],
  }
}
