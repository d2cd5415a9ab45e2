import { fromUnits } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import type { ChainHappening } from './chain-event.ts'
import { refund, release } from './endings.ts'
import type { QuestEvent, WorkEvent } from './events/all.ts'
import { refundedBecause, releasedBecause, splitOnChain } from './on-chain-endings.ts'
import { type Deposit, type Ended, isEnded, type Quest, type Side, type Work } from './quest.ts'

type Waits = Extract<ChainHappening, { kind: 'wait' }>

/** The part of a receiver who did not take it waits in the contract. The decision stands whether the money moved or not. */
export function keepCredit(quest: Quest, work: Work, event: Waits): QuestEvent[] {
  const { farmer, side, amount } = event
  const { amountEach, decimals } = quest.deposit as Deposit
  const waits: WorkEvent = { kind: 'credit-kept', farmer, side, amount: fromUnits(amount, decimals) }
  if (isEnded(work)) return waitsFor(work, side) ? [] : [waits]
  const toFarmer = side === 'farmer' ? amount : amountEach - amount
  return [{ ...endOf(quest, farmer, toFarmer, event), unpaid: true }, waits]
}

function endOf(quest: Quest, farmer: Address, toFarmer: bigint, { because }: Waits) {
  const { amountEach } = quest.deposit as Deposit
  if (toFarmer === amountEach) return release(quest, farmer, releasedBecause(because))
  return toFarmer === 0n
    ? refund(quest, farmer, refundedBecause(because))
    : splitOnChain(quest, farmer, toFarmer)
}

type Taken = Extract<WorkEvent, { kind: 'credit-taken' }>

/** Decided money left to its side, or after a year from the farmer's to the depositor, who takes their own part too. */
export function takeCredit(work: Ended, kind: 'release' | 'refund', isWhole: boolean): QuestEvent[] {
  const by = kind === 'release' ? 'farmer' : 'giver'
  const take = (side: Side): Taken => ({ kind: 'credit-taken', farmer: work.farmer, side, by })
  if (by === 'giver' && isWhole && work.unpaid === 'both') return [take('giver'), take('farmer')]
  const side = by === 'farmer' || !waitsFor(work, 'giver') ? 'farmer' : 'giver'
  return waitsFor(work, side) ? [take(side)] : []
}

function waitsFor({ unpaid }: Pick<Ended, 'unpaid'>, side: Side): boolean {
  return unpaid === side || unpaid === 'both'
}
