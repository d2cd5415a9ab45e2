import { checksum } from '../../ground/address.ts'
import type { WorkEvent } from './events.ts'
import { quiet, type Said } from './notice.ts'
import type { Quest } from './quest.ts'

type AboutPayment = Extract<
  WorkEvent,
  {
    kind: 'payment-found' | 'payment-settled' | 'payment-denied' | 'payment-reorganised' | 'payment-refused'
  }
>

/** In which words the two parties are told what happened to a payment that was shown. */
export function paymentNoticesOf({ amount, giver, token, work }: Quest, event: AboutPayment): Said[] {
  const { chainId, farmer, txHash } = event
  const part = work.get(farmer)
  const reward = `${(part?.status === 'released' ? part.paid : null) ?? amount} ${token}`
  const who = checksum(farmer)
  switch (event.kind) {
    case 'payment-found': {
      const from = event.payer === giver ? 'the wallet of the giver' : checksum(event.payer)
      const body = `Transaction ${txHash} of chain ${chainId} moved at least ${reward} to ${who}, from ${from}. The giver shows it as the payment of this work. It counts when the farmer confirms it, and never by itself: confirm it if it is the payment, and say that you did not receive it if it is not.`
      return [quiet([farmer], 'Is this your payment?', body)]
    }
    case 'payment-settled': {
      const body = `Transaction ${txHash} of chain ${chainId} paid ${reward} to ${who}.`
      return [quiet([giver, farmer], 'Paid', body)]
    }
    case 'payment-denied': {
      const body = `${who} says that transaction ${txHash} of chain ${chainId} is no payment of this work, or did not come. It counts no more until the farmer confirms it, the platform wallet decides that it came, or you show a payment that was mined later.`
      return [quiet([giver], 'Not received', body)]
    }
    case 'payment-reorganised': {
      const body = `The chain does not have transaction ${txHash} any more, which had paid ${reward} to ${who}. It is looked for, for a day.`
      return [quiet([giver, farmer], 'Payment in doubt', body)]
    }
    case 'payment-refused': {
      const body = `Transaction ${txHash} of chain ${chainId} is no payment of ${reward} to ${who}: ${event.problem}`
      return [quiet([giver], 'No payment', body)]
    }
  }
}
