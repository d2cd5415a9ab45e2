import { WalletProblem } from '../../auth/wallets.ts'
import { furrow } from '../../service/furrow.ts'
import { isOnItsWay, onItsWay, paymentTo } from './kept.ts'
import type { Owed, PayChain } from './owed.ts'
import { PayTransfer } from './pay-transfer.tsx'
import { isOwed, showPaid } from './show-paid.ts'

/** Pays released work by the wallet. */
export function PayNow({ owed, chain }: { owed: Owed; chain: PayChain }) {
  const what = paymentTo(owed.farmer)
  return (
    <PayTransfer
      chain={chain}
      payment={{
        id: owed.questId,
        what,
        to: owed,
        isKnown: showPaid(owed),
        show: (hash, chainId) => furrow.quests.paid(owed.questId, owed.farmer, hash, chainId),
        requireFree(from) {
          if (isOnItsWay(owed, from, what)) throw new WalletProblem(onItsWay)
        },
        isOwed: () => isOwed(owed),
      }}
    />
  )
}
