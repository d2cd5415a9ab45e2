import type { PaymentRow } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import { never } from '../../ground/clock.ts'
import { firstPause } from '../../rules/lifecycle/commands/shown-payments.ts'
import type { PaymentEvent } from '../../rules/lifecycle/events/payment-events.ts'
import type { Happened, LoadedQuest } from './loaded-quest.ts'

export function writePayments(writes: Writes, { row, rows, happened }: LoadedQuest): void {
  const last = new Map(happened.flatMap(one => (isOfPayment(one) ? [[one.event.farmer, one]] : [])))
  for (const { at, event } of last.values()) {
    const payer = rows.get(event.farmer)?.payment_payer ?? null
    writes.put('payments', ['quest_id', 'farmer'], { quest_id: row.id, ...toPayment(event, at, payer) })
  }
}

type OfPayment = Happened & { readonly event: PaymentEvent & { readonly farmer: Address } }

function isOfPayment(one: Happened): one is OfPayment {
  return 'txHash' in one.event
}

function toPayment(
  event: OfPayment['event'],
  at: number,
  payer: Address | null,
): Omit<PaymentRow, 'quest_id'> {
  const shown = {
    farmer: event.farmer,
    chain_id: event.chainId,
    hash: event.txHash,
    status: 'confirming' as const,
    payer: null,
    problem: null,
    since: at,
    tries: 0,
    check_at: at + firstPause,
    weighed: 1,
  }
  switch (event.kind) {
    case 'payment-shown':
    case 'payment-reorganised':
      return shown
    case 'payment-found':
      return { ...shown, payer: event.payer, check_at: never }
    // The payment settles with the next event, which is written.
    case 'payment-confirmed':
    case 'payment-denied':
      return { ...shown, payer, check_at: never }
    case 'payment-settled':
      return { ...shown, status: 'paid', payer: event.payer }
    case 'payment-refused':
      return { ...shown, status: 'refused', problem: event.problem, check_at: never }
  }
}
