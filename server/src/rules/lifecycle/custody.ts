import { hasSecond } from '@furrow/sdk/escrow-version'
import { defaultOutcome } from './default-outcome.ts'
import { refund, release } from './endings.ts'
import type { QuestEvent } from './events/all.ts'
import { type MergeFault, sayMergeFault } from './fault.ts'
import type { Disputed, InReview, Quest, Verdict } from './quest.ts'
import { Refusal } from './refusal.ts'
import type { Rules } from './rules.ts'
import { notCarried, stoppedSentence } from './stopped.ts'
import { isAgreed, type Team } from './team.ts'

/** Holding the funds decides who may move them. The rails differ here in what may happen, and in `rails/` in how it is done. */
export type Custody = {
  /** @throws Refusal where farmers would be working for missing funds, or for funds that nobody would pay out. */
  requireFunds(): void
  /** @throws Refusal where only the party's own wallet can do this, on chain. */
  requireService(who: string, call: string): void
  /** @throws Refusal where the service cannot carry the giver's signed approval to a contract. */
  requireCarrier(work: InReview | Disputed): void
  /** @throws Refusal where work handed in cannot be returned any more. */
  requireReturnable(work: InReview): void
  /** @throws Refusal where only the arbiter's own wallet can do this, or nobody. */
  requireSplit(): void
  /** @throws Refusal where the two sides cannot divide the money between them. */
  requireAgreement(): void
  /** @throws Refusal where the money of one place cannot go to several wallets. */
  requireSharing(): void
  /** @throws Refusal where only the farmer's or the arbiter's own wallet can do this. */
  requireConcession(work: Disputed): void
  /** The review window is over, without an objection to the payment. */
  pay(work: InReview): QuestEvent[]
  doubt(work: InReview, fault: MergeFault, rules: Rules): QuestEvent[]
  /** The code host could not be asked for as long as a dispute may last. */
  giveUpAsking(work: InReview, rules: Rules): QuestEvent[]
  endDispute(work: Disputed, verdict: Verdict | null, rules: Rules): QuestEvent[]
  returnPlaces(places: number): QuestEvent[]
}

export function custodyOf(quest: Quest): Custody {
  return quest.deposit === null ? inLedger(quest) : onChain(quest, quest.deposit)
}

const silent = { code: 'code-host-silent' } as const

function inLedger(quest: Quest): Custody {
  return {
    requireFunds() {},
    requireService() {},
    requireCarrier() {
      throw new Refusal(
        'no-contract-to-sign-for',
        'The funds of this quest are in no contract: approve the work without a signature.',
      )
    },
    requireReturnable() {},
    requireSplit() {},
    requireAgreement() {},
    requireSharing() {},
    requireConcession() {},
    pay: ({ farmer }) => [release(quest, farmer, 'window-over')],
    doubt: ({ farmer }, fault, { now, disputeMs }) => [
      {
        kind: 'disputed',
        farmer,
        by: 'code-host',
        reason: sayMergeFault(fault, farmer),
        fault,
        disputeEndsAt: now + disputeMs,
      },
    ],
    giveUpAsking: ({ farmer }, { now, disputeMs }) => [
      {
        kind: 'disputed',
        farmer,
        by: 'outage',
        reason: sayMergeFault(silent, farmer),
        fault: silent,
        disputeEndsAt: now + disputeMs,
      },
    ],
    endDispute: (work, verdict, rules) => [
      defaultOutcome(work, verdict, rules) === 'pay'
        ? release(quest, work.farmer, 'undecided')
        : refund(quest, work.farmer, 'undecided'),
    ],
    returnPlaces: places => (quest.returned > 0 ? [] : [{ kind: 'places-returned', places }]),
  }
}

/** The contract: the service asks it, and learns the outcome from it alone. */
function onChain(quest: Quest, deposit: NonNullable<Quest['deposit']>): Custody {
  return {
    requireFunds() {
      if (!deposit.served)
        throw new Refusal(
          'funds-unserved',
          'This quest takes no farmers: its funds are in an escrow contract that this service no longer serves, so nobody would pay them out.',
        )
      if (deposit.stopped !== null) throw new Refusal('escrow-stopped', stoppedSentence(deposit.stopped))
      if (deposit.status !== 'funded')
        throw new Refusal(
          'quest-unfunded',
          'This quest is not funded yet: its giver has to pay into the escrow first.',
        )
      if (deposit.noticeEndsAt !== null)
        throw new Refusal(
          'places-reclaimed',
          'The giver of this quest takes its free places back: nobody can join any more.',
        )
    },
    requireService: onlyByWallet,
    requireCarrier(work) {
      if (!hasSecond(deposit.version)) onlyByWallet('the giver', 'approve(escrow, farmer)')
      if (!deposit.served)
        throw new Refusal(
          'funds-unserved',
          'This service no longer serves the escrow contract of this quest: approve the work with a transaction of your own.',
        )
      // Anybody may approve proposed work for its giver.
      const isOpen = work.proposed && deposit.stopped !== 'low-balance' && deposit.stopped !== 'no-contract'
      if (deposit.stopped !== null && !isOpen)
        throw new Refusal('escrow-stopped', notCarried(deposit.stopped))
    },
    requireReturnable({ asked }) {
      if (hasSecond(deposit.version)) onlyByWallet('the giver', 'returnWork(escrow, farmer)')
      if (asked.has('propose') || asked.has('verify'))
        throw new Refusal(
          'not-returnable',
          'The funds of this quest are on chain, and the escrow contract does not give back work that was proposed to it: approve or dispute it with a wallet.',
        )
    },
    requireSplit() {
      if (hasSecond(deposit.version)) onlyByWallet('the arbiter', 'split(escrow, farmer, share)')
      throw new Refusal(
        'not-splittable',
        'The funds of this quest are on chain, and the escrow contract pays or refunds a place as a whole: it cannot split it.',
      )
    },
    requireAgreement() {
      throw new Refusal(
        'not-splittable',
        hasSecond(deposit.version)
          ? 'The funds of this quest are on chain, where the arbiter alone divides the reward of a place: dispute the work, and both tell the arbiter which part you agree to.'
          : 'The funds of this quest are on chain, and the escrow contract pays or refunds a place as a whole: it cannot split it.',
      )
    },
    requireSharing: () => requireSplitter(deposit),
    requireConcession: ({ team }) => refuseConcession(deposit, team),
    pay: ({ farmer, proposed, asked }) =>
      proposed && !asked.has('release') ? [{ kind: 'payment-asked', farmer, call: 'release' }] : [],
    doubt: ({ farmer, evidence }, fault) =>
      evidence.merge?.check === 'broken'
        ? []
        : [{ kind: 'merge-doubted', farmer, reason: sayMergeFault(fault, farmer), fault }],
    giveUpAsking: ({ farmer }) => [{ kind: 'merge-cleared', farmer }],
    endDispute: ({ farmer, proposed, asked }) =>
      proposed && !asked.has('settle') ? [{ kind: 'payment-asked', farmer, call: 'settle' }] : [],
    // Once the giver has the free places back, there is nothing left to close.
    returnPlaces: () =>
      deposit.status === 'funded' && !deposit.closing && quest.returned === 0 ? [{ kind: 'closing' }] : [],
  }
}

function requireSplitter({ splitter }: NonNullable<Quest['deposit']>): void {
  if (splitter !== null) return
  throw new Refusal(
    'not-shareable',
    'The funds of this quest are on chain, where the escrow contract pays one wallet for each place, and this service has no splitter on its chain. Withdraw, and take the place with the address of a splitter contract of your own, or agree with the giver on a quest whose reward is promised in the ledger.',
  )
}

/** The account of a team has no owner who could give anything back in its name. */
function refuseConcession({ version }: NonNullable<Quest['deposit']>, team: Team): void {
  const call = 'resolve(escrow, account, pay)'
  if (isAgreed(team))
    onlyByWallet('nobody gives back what is paid to a team, and only the arbiter, who', call)
  if (hasSecond(version)) onlyByWallet('the farmer', 'concede(escrow)')
  onlyByWallet('only the arbiter gives them back, who', 'resolve(escrow, farmer, pay)')
}

function onlyByWallet(who: string, call: string): never {
  throw new Refusal(
    'on-chain-only',
    `The funds of this quest are on chain: ${who} calls ${call} of the escrow contract with a wallet.`,
  )
}
