import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { factsOf } from '../../service/chain-facts.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Call } from './escrow-call.ts'
import { isDecisionKnown } from './is-known.ts'
import { Progress } from './progress.tsx'
import type { Sent } from './sent.ts'
import { useWalletRun } from './use-wallet-run.ts'

type EscrowButtonProps = {
  quest: Quest
  call: Call
  variant?: ButtonVariant
  /** Asked before the wallet is, where the wallet's own words would not tell the consequence. */
  question?: string
  disabled?: boolean
  children: ReactNode
}

/** A decision that the user's wallet signs. */
export function EscrowButton({
  quest,
  call,
  variant = 'plain',
  question,
  disabled = false,
  children,
}: EscrowButtonProps) {
  const chain = factsOf(useConfig(), quest.funding.chainId ?? 1)
  // The contract tells nothing of what a split account does.
  const isKnown = async (sent: Sent) => call.kind === 'share' || isDecisionKnown(quest, sent)
  const run = useWalletRun(quest, { what: whatOf(call), isKnown })
  const decide = () =>
    run.run(async ({ node, from, keep, forget, follow, tell, askForGas }) => {
      const [{ decisionOf }, { askWallet }, { changeNetwork }] = await Promise.all([
        import('./escrow-call.ts'),
        import('./ask-wallet.ts'),
        import('./network.ts'),
      ])
      await changeNetwork(node, chain)
      tell(t`Confirm it in your wallet.`)
      const wallet = { node, from, chainId: chain.chainId, keep, forget, askForGas }
      return follow(await askWallet('decision', decisionOf(quest, call), wallet))
    })
  return (
    <div className="grid gap-2">
      {question === undefined ? (
        <Button variant={variant} busy={run.isBusy} disabled={disabled} onClick={decide}>
          {children}
        </Button>
      ) : (
        <ConfirmButton variant={variant} busy={run.isBusy} question={question} onConfirm={decide}>
          {children}
        </ConfirmButton>
      )}
      <Progress run={run} />
    </div>
  )
}

/** A split is named without its shares: one split at a time. */
function whatOf(call: Call): string {
  if (call.kind === 'resolve') return `resolve-${call.pay ? 'pay' : 'refund'} ${call.farmer}`
  return 'farmer' in call ? `${call.kind} ${call.farmer}` : call.kind
}
