import { type Static, Type } from 'typebox'
import { Instant } from './primitives.ts'

export const GasTicketQuery = Type.Object({
  chainId: Type.String({ pattern: '^[1-9][0-9]{0,15}$', description: 'The chain of the transaction' }),
})

/** The capability `paymasterService` of `wallet_sendCalls` (ERC-7677), for one wallet and chain. */
export const GasTicket = Type.Object({
  url: Type.String({ description: 'The paymaster service that the wallet is to ask' }),
  context: Type.Object(
    { ticket: Type.String() },
    { description: 'Goes to that service with each of its requests' },
  ),
  expiresAt: Instant,
})
export type GasTicket = Static<typeof GasTicket>
