import { toUnits } from '@furrow/sdk/amount'
import { type Address, toAddress } from '../../src/ground/address.ts'
import { day } from '../../src/ground/clock.ts'
import type { ChainHappening } from '../../src/rules/lifecycle/chain-event.ts'
import { type Deposit, isLive, type Quest } from '../../src/rules/lifecycle/quest.ts'
import { posted } from '../told-quest.ts'
import type { Random } from './random.ts'

/** The one place of the deposit, as the contract has it. */
export type FairContract = {
  state: 'free' | 'proposed' | 'disputed' | 'over' | 'taken-back'
  round: number
}

export function depositOf(amount: string, decimals: number, payer: Address | null): Deposit {
  return {
    ...{ status: 'funded', problem: null, token: toAddress(`0x${'9'.repeat(40)}`), decimals, payer },
    amountEach: toUnits(amount, decimals) ?? 0n,
    ...{
      version: 3,
      closing: false,
      noticeEndsAt: null,
      served: true,
      stopped: null,
      splitter: null,
      arbiter: null,
    },
  }
}

/** The farmer whose place stands for all prizes; null while there is none. */
function leadOf({ work }: Quest): Address | null {
  return [...work.values()].find(isLive)?.farmer ?? null
}

/** Something that somebody does at the contract, as its events tell it. */
export function callsFor(
  contract: FairContract,
  quest: Quest,
  random: Random,
  now: number,
): readonly ChainHappening[] {
  const roll = random.int(10)
  const farmer = leadOf(quest)
  if (contract.state === 'free' && roll < 2) return [{ kind: 'notice', endsAt: now + 7 * day }]
  if (contract.state === 'free' && roll < 3) return takeBack(contract, quest, now)
  if (farmer === null) return []
  if (contract.state === 'free') return propose(contract, farmer, now)
  if (contract.state === 'proposed' && roll < 2 && contract.round < 2) {
    contract.round++
    contract.state = 'free'
    return [{ kind: 'return', farmer }]
  }
  if (contract.state === 'proposed' && roll < 4) {
    contract.state = 'disputed'
    return [{ kind: 'dispute', farmer, settlesAt: now + 14 * day }]
  }
  if (contract.state !== 'proposed' && contract.state !== 'disputed') return []
  return end(contract, quest, farmer, random)
}

/** Everybody else is silent: the operator proposes, and the clock pays, or settles a dispute. */
export function onceSilent(contract: FairContract, quest: Quest, now: number): readonly ChainHappening[] {
  const farmer = leadOf(quest)
  const back = contract.state === 'free' ? takeBack(contract, quest, now) : []
  if (back.length > 0) return back
  if (farmer === null) return []
  if (contract.state === 'free') return propose(contract, farmer, now)
  const isProposed = contract.state === 'proposed'
  if (!isProposed && contract.state !== 'disputed') return []
  contract.state = 'over'
  return isProposed
    ? [{ kind: 'release', farmer, because: null }]
    : [{ kind: 'refund', farmer, because: 'settle' }]
}

function propose(contract: FairContract, farmer: Address, now: number): readonly ChainHappening[] {
  contract.state = 'proposed'
  return [{ kind: 'propose', farmer, reviewEndsAt: now + 2 * day }]
}

/** Once it is closed or the notice is over, and only a place that is free. */
function takeBack(contract: FairContract, { deposit }: Quest, now: number): readonly ChainHappening[] {
  const isOver = deposit?.noticeEndsAt != null && deposit.noticeEndsAt <= now
  if (deposit === null || !(isOver || deposit.closing)) return []
  contract.state = 'taken-back'
  return [{ kind: 'refund', farmer: null, amount: deposit.amountEach }]
}

function end(
  contract: FairContract,
  { deposit = posted.deposit }: Quest,
  farmer: Address,
  random: Random,
): readonly ChainHappening[] {
  const isDisputed = contract.state === 'disputed'
  const each = deposit?.amountEach ?? 0n
  contract.state = 'over'
  if (isDisputed && random.chance(0.3)) {
    const amount = (each * BigInt(random.int(10_000))) / 10_000n
    return amount === 0n
      ? [{ kind: 'refund', farmer, because: 'resolve' }]
      : [
          { kind: 'release', farmer, because: 'divide', amount },
          { kind: 'refund', farmer, because: 'divide', amount: each - amount },
        ]
  }
  if (isDisputed && random.chance(0.5)) return [{ kind: 'refund', farmer, because: 'resolve' }]
  // A payment that could not be sent waits, and is tried again.
  const waits: ChainHappening[] = random.chance(0.2)
    ? [{ kind: 'wait', farmer, side: 'farmer', because: 'approve', amount: each }]
    : []
  return [...waits, { kind: 'release', farmer, because: 'approve', amount: each }]
}
