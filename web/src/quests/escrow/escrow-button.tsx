import type { Quest } from '@furrow/sdk'
import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import type { Call } from './escrow-call.ts'
import { Progress } from './progress.tsx'
import { useWalletRun } from './use-wallet-run.ts'

type EscrowButtonProps = {
  quest: Quest
  call: Call
  variant?: ButtonVariant
  children: ReactNode
}

/** A decision that the user's wallet signs. */
export function EscrowButton({ quest, call, variant = 'plain', children }: EscrowButtonProps) {
  const { run, step, error } = useWalletRun(quest.id)
  return (
    <div className="grid gap-2">
      <Button
        variant={variant}
        busy={step !== null}
        onClick={() => run((wallet, from, calls, tell) => calls.callEscrow(wallet, from, quest, call, tell))}
      >
        {children}
      </Button>
      <Progress step={step} error={error} />
    </div>
  )
}
