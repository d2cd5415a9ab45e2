import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { factsOf } from '../../service/chain-facts.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../escrow/progress.tsx'
import { useWalletRun, type WalletStep } from '../escrow/use-wallet-run.ts'
import type { Owed, PayChain } from './owed.ts'

/** A payment by one transfer: of released work, or of a thanks. */
export type Payment = WalletStep & {
  /** The quest or the thanks that it is about. */
  readonly id: string
  readonly to: Pick<Owed, 'farmer' | 'amount'>
  /** Tells the service of the transaction, at once. */
  readonly show: (hash: string, chainId: number) => Promise<unknown>
  /** @throws WalletProblem where it is on its way otherwise. */
  readonly requireFree?: (from: string) => void
  readonly isOwed?: () => Promise<boolean>
}

/** Asks the wallet for the transfer that pays it, shows it to the service, and follows it. */
export function PayTransfer({ payment, chain }: { payment: Payment; chain: PayChain }) {
  const { id, to, show, requireFree, isOwed } = payment
  const facts = factsOf(useConfig(), chain.chainId)
  const run = useWalletRun({ id }, payment)
  const pay = () =>
    run.run(async ({ node, from, keep, forget, follow, tell }) => {
      const [{ readDecimals, transferOf }, { askWallet }, { changeNetwork }] = await Promise.all([
        import('./transfer.ts'),
        import('../escrow/ask-wallet.ts'),
        import('../escrow/network.ts'),
      ])
      requireFree?.(from)
      await changeNetwork(node, facts)
      const decimals = await readDecimals(node, chain)
      // Ended like a payment: the page asks for it as it is.
      if (isOwed !== undefined && !(await isOwed())) return 'done'
      tell(t`Confirm it in your wallet.`)
      const wallet = { node, from, chainId: chain.chainId, keep, forget }
      const sent = await askWallet('payment', transferOf(to, chain, decimals), wallet)
      // At once, so that the service knows of it even if the page is closed now; later looks tell of a failure.
      if (sent.hash !== null) await show(sent.hash, sent.chainId).catch(() => null)
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
