import { never } from '../clock.ts'
import type { PaymentRow } from '../db/tables.ts'
import type { Writes } from '../db/writes.ts'
import { firstPause, type PaymentEvent } from '../lifecycle/shown-payments.ts'
import type { Happened, Page } from './page.ts'

/** The transactions that were shown as payments, how they stand, and when the chain is to be asked again. */
export function writePayments(writes: Writes, { row, happened }: Page): void {
  const last = new Map(happened.flatMap(one => (isOfPayment(one) ? [[one.event.farmer, one]] : [])))
  for (const { at, event } of last.values())
    writes.put('payments', ['quest_id', 'farmer'], { quest_id: row.id, ...toPayment(event, at) })
}

type OfPayment = Happened & { readonly event: PaymentEvent }

function isOfPayment(one: Happened): one is OfPayment {
  return 'txHash' in one.event
}

function toPayment(event: PaymentEvent, at: number): Omit<PaymentRow, 'quest_id'> {
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
  }
  switch (event.kind) {
    case 'payment-shown':
    case 'payment-reorganised':
      return shown
    case 'payment-settled':
      return { ...shown, status: 'paid', payer: event.payer }
    case 'payment-refused':
      return { ...shown, status: 'refused', problem: event.problem, check_at: never }
  }
}
