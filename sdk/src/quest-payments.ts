import { changeQuest, named } from './quest-change.ts'
import type { ChangeOptions, Connection } from './transport.ts'

/** Actions on the money of a quest. */
export const questPayments = (connection: Connection) => {
  const change = changeQuest(connection)
  return {
    /** Looks for the deposit on chain; call it when the wallet's transaction is mined, until `funding.status` is funded. */
    fund: (questId: string, options?: ChangeOptions) => change({ questId, action: 'fund' }, options),
    /** The giver shows the transaction that paid released work; `chainId` is needed where the token is on several. */
    paid: named<ShownPayment, [questId: string, farmer: string, txHash: string, chainId?: number]>(
      connection,
      'paid',
      ['farmer', 'txHash', 'chainId'],
    ),
    /**
     * The giver says that they paid where the service sees no chain; the farmer confirms it, or not. A transaction may be
     * named, and is not looked up.
     */
    sayPaid: (questId: string, farmer: string, txHash?: string, options?: ChangeOptions) =>
      change({ questId, action: 'say-paid', farmer, ...(txHash !== undefined && { txHash }) }, options),
    /**
     * The farmer says that the payment that is shown is the one, also where it came from another wallet than the giver's. The
     * platform wallet may decide so, and names the farmer.
     */
    confirmPayment: (questId: string, farmer?: string, options?: ChangeOptions) =>
      change({ questId, action: 'confirm-payment', ...(farmer !== undefined && { farmer }) }, options),
    /** The farmer says that the payment that is shown did not come: it counts no more until that is cleared. */
    notReceived: (questId: string, options?: ChangeOptions) =>
      change({ questId, action: 'not-received' }, options),
  }
}

type ShownPayment = { questId: string; farmer: string; txHash: string; chainId?: number | undefined }
