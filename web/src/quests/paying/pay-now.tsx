import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { WalletProblem } from '../../auth/wallets.ts'
import { factsOf } from '../../service/chain-facts.ts'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../escrow/progress.tsx'
import { useWalletRun } from '../escrow/use-wallet-run.ts'
import { isOnItsWay, onItsWay, paymentTo } from './kept.ts'
import type { Owed, PayChain } from './owed.ts'
import { isOwed, showPaid } from './show-paid.ts'

/** Asks the wallet for the transfer that pays released work, shows it to the service, and follows it. */
export function PayNow({ owed, chain }: { owed: Owed; chain: PayChain }) {
  const facts = factsOf(useConfig(), chain.chainId)
  const what = paymentTo(owed.farmer)
  const run = useWalletRun({ id: owed.questId }, { what, isKnown: showPaid(owed) })
  const pay = () =>
    run.run(async ({ node, from, keep, forget, follow, tell }) => {
      const [{ readDecimals, transferOf }, { askWallet }, { changeNetwork }] = await Promise.all([
        import('./transfer.ts'),
        import('../escrow/ask-wallet.ts'),
        import('../escrow/network.ts'),
      ])
      if (isOnItsWay(owed, from, what)) throw new WalletProblem(onItsWay)
      await changeNetwork(node, facts)
      const decimals = await readDecimals(node, chain)
      // Ended like a payment: the page asks for the quest as it is.
      if (!(await isOwed(owed))) return 'done'
      tell(t`Confirm it in your wallet.`)
      const wallet = { node, from, chainId: chain.chainId, keep, forget }
      const sent = await askWallet('payment', transferOf(owed, chain, decimals), wallet)
      // At once, so that the service knows of it even if the page is closed now; later looks tell of a failure.
      if (sent.hash !== null)
        await furrow.quests.paid(owed.questId, owed.farmer, sent.hash, sent.chainId).catch(() => null)
      return follow(sent)
    })
  return (
    <div className="grid gap-2">
      <Button variant="primary" busy={run.isBusy} onClick={pay}>
        <Trans>Pay now</Trans>
      </Button>
      <Progress run={run} />
    </div>
  )
}
