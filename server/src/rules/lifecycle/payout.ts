import { fromUnits, inSplitOrder, toUnits } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import { fromLedger, toLedger } from '../ledger/amounts.ts'
import {
  type Contest,
  type Counted,
  type Entry,
  othersThan,
  type Paying,
  type Payout,
  votesOf,
} from './contest.ts'
import type { QuestEvent } from './events/all.ts'
import type { PayoutBegun } from './events/contest-events.ts'
import { type Deposit, liveWork, type Quest } from './quest.ts'
import type { Known, Rules } from './rules.ts'
import { dividedAmong, type Payees } from './split.ts'

type Fixed = Pick<Payout, 'because'> & {
  readonly reason?: string | undefined
  readonly counted?: Counted | undefined
}

/**
 * The contract pays the same for each place, so that all prizes are one payment of one place, to an account that divides it.
 * The first winner's place stands for it until the contract has paid.
 */
export function beginPayout(
  { because, reason, counted }: Fixed,
  { prizes, refunded }: Paying,
  entries: readonly Entry[],
  { now, reviewWindowMs }: Rules,
): PayoutBegun[] {
  const [lead] = prizes
  if (lead === undefined) return []
  return [
    {
      kind: 'payout-begun',
      farmer: lead.farmer,
      decided: because,
      parts: prizes.map(({ farmer, paid: part }) => ({ farmer, part })),
      prizesBack: refunded,
      reviewEndsAt: now + reviewWindowMs,
      others: othersThan(prizes, entries),
      ...(reason !== undefined && { reason }),
      ...(counted && { counted, votes: votesOf(entries) }),
    },
  ]
}

/** Until the contract has paid, or given the money back. */
export function payoutOf({ contest }: { readonly contest: Contest | null }): Payout | null {
  return contest?.decided === null ? contest.payout : null
}

/** The payees of all prizes. Those that go back are the part of the one who paid in, who may have won as well where they paid for the giver. */
export function prizePayeesOf(
  { giver, deposit }: Pick<Quest, 'giver' | 'deposit'>,
  returned: string,
  parts: readonly { readonly farmer: Address; readonly part: string }[],
): Payees {
  const { decimals, payer } = deposit as Deposit
  const unitsOf = (digits: string) => toUnits(digits, decimals) ?? 0n
  const won = parts.map(({ farmer: payee, part }) => ({ payee, part: unitsOf(part) }))
  const back = unitsOf(returned)
  return inSplitOrder(back === 0n ? won : [...won, { payee: payer ?? giver, part: back }])
}

type Released = Extract<QuestEvent, { kind: 'released' }>
type Refunded = Extract<QuestEvent, { kind: 'refunded' }>

/** The end of the one payment is the end of each winner's place, with their part of it. */
export function withPrizes(
  quest: Quest,
  event: QuestEvent,
  { entries, payees }: Pick<Known, 'entries' | 'payees'>,
): QuestEvent[] {
  const payout = payoutOf(quest)
  if (payout === null || (event.kind !== 'released' && event.kind !== 'refunded')) return [event]
  if (liveWork(quest, event.farmer) === null) return [event]
  const winners = entries.flatMap(({ farmer, account, part }) =>
    part === null ? [] : [{ farmer, account, part }],
  )
  return event.kind === 'released'
    ? payEach(quest, payout, event, prizesIn(quest, payees, event.paid), winners, entries)
    : refundEach(payout, event, winners, entries)
}

type Winner = { readonly farmer: Address; readonly account: string | null; readonly part: string }

function payEach(
  quest: Quest,
  { because }: Payout,
  event: Released,
  paidTo: (winner: Winner) => string,
  winners: readonly Winner[],
  entries: readonly Entry[],
): QuestEvent[] {
  const paid = winners.map(winner => toLedger(paidTo(winner)))
  const left = toLedger(quest.amount) - paid.reduce((sum, units) => sum + units, 0n)
  const ending = (winner: Winner): Released => ({
    ...event,
    farmer: winner.farmer,
    paid: paidTo(winner),
    refunded: '0',
    backing: 'idle',
  })
  return [
    {
      kind: 'contest-decided',
      decided: because,
      winners: winners.length,
      paidTo: winners.map(({ farmer }) => farmer),
      refunded: fromLedger(left),
      others: othersThan(winners, entries),
    },
    ...inTheirPlaces(event.farmer, winners, ending),
  ]
}

/** Each winner's prize in what the account divides. One who paid in has prizes that go back beside it, which are no prize. */
function prizesIn(quest: Quest, account: Payees, amount: string): (winner: Winner) => string {
  const { decimals } = quest.deposit as Deposit
  const divided = dividedAmong(account, toUnits(amount, decimals) ?? 0n)
  const whole = new Map(account.payees.map((payee, index) => [payee, account.parts[index]]))
  return ({ farmer, part }) => {
    const due = divided.get(farmer) ?? 0n
    return fromUnits((due * (toUnits(part, decimals) ?? 0n)) / (whole.get(farmer) ?? 1n), decimals)
  }
}

function refundEach(
  { returned }: Payout,
  event: Refunded,
  winners: readonly Winner[],
  entries: readonly Entry[],
): QuestEvent[] {
  const ending = ({ farmer, part }: Winner): Refunded => ({ ...event, farmer, refunded: part })
  return [
    {
      kind: 'contest-decided',
      decided: 'refunded',
      winners: 0,
      places: winners.length,
      paidTo: [],
      refunded: returned,
      others: entries.map(({ farmer }) => farmer),
    },
    ...inTheirPlaces(event.farmer, winners, ending),
  ]
}

/** The first winner has a place already, which ends last; the others take theirs at once. */
function inTheirPlaces(
  lead: Address,
  winners: readonly Winner[],
  ending: (winner: Winner) => Released | Refunded,
): QuestEvent[] {
  const others = winners.filter(({ farmer }) => farmer !== lead)
  const own = winners.filter(({ farmer }) => farmer === lead)
  return [
    ...others.flatMap((winner): QuestEvent[] => [
      { kind: 'accepted', farmer: winner.farmer, account: winner.account, expiresAt: 0, idleAt: 0 },
      ending(winner),
    ]),
    ...own.map(ending),
  ]
}
