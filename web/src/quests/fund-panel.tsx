import type { Quest } from '@furrow/sdk'
import { type ReactNode, useState } from 'react'
import { furrow, queryClient } from '../app/furrow.ts'
import { useSession } from '../auth/session.tsx'
import { listWallets, type Wallet, walletSentence } from '../auth/wallets.ts'
import { Amount } from '../ui/amount.tsx'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import type * as EscrowCalls from './escrow-call.ts'

type Run = (
  wallet: Wallet,
  from: string,
  calls: typeof EscrowCalls,
  step: (sentence: string) => void,
) => Promise<void>

/** Runs something with the wallet of the session, and tells how far it is. */
function useWalletRun(questId: string) {
  const { address, walletId } = useSession()
  const [step, setStep] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  async function run(work: Run) {
    const wallet = listWallets().find(({ id }) => id === walletId)
    setError(null)
    if (wallet === undefined || address === null) {
      setError('The wallet that you signed in with is not here any more. Sign in again.')
      return
    }
    try {
      setStep('Open your wallet.')
      await work(wallet, address, await import('./escrow-call.ts'), setStep)
      await queryClient.invalidateQueries({ queryKey: ['quests', questId] })
    } catch (failure) {
      setError(walletSentence(failure))
    } finally {
      setStep(null)
    }
  }
  return { run, step, error }
}

function Progress({ step, error }: { step: string | null; error: string | null }) {
  return (
    <>
      {step && (
        <p role="status" className="text-sm text-muted">
          {step}
        </p>
      )}
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </>
  )
}

/** The deposit: paying in, its confirmation, a wrong one, and what can be taken back. */
export function FundPanel({ quest }: { quest: Quest }) {
  const { run, step, error } = useWalletRun(quest.id)
  const { funding } = quest
  if (funding.problem)
    return (
      <div className="grid gap-3">
        <p role="alert" className="text-sm text-danger [overflow-wrap:anywhere]">
          {funding.problem}
        </p>
        <EscrowButton quest={quest} call={{ kind: 'refund' }}>
          Take the deposit back
        </EscrowButton>
      </div>
    )
  if (funding.status === 'unfunded' && quest.status !== 'cancelled')
    return (
      <div className="grid gap-3">
        <p className="text-sm">
          Farmers can take places when <Amount amount={funding.amount} token={funding.token} /> is in the
          escrow contract. It pays each farmer, or gives you back what nobody earned.
        </p>
        <Button
          variant="primary"
          busy={step !== null}
          onClick={() =>
            run(async (wallet, from, calls, tell) => {
              await calls.fundQuest(wallet, from, quest, tell)
              await untilFunded(quest.id, tell)
            })
          }
        >
          Pay in
        </Button>
        <Progress step={step} error={error} />
      </div>
    )
  const closed = funding.transactions?.some(({ kind }) => kind === 'close') ?? false
  if (closed && funding.status !== 'settled')
    return (
      <EscrowButton quest={quest} call={{ kind: 'refund' }}>
        Take free places back
      </EscrowButton>
    )
  return null
}

type EscrowButtonProps = {
  quest: Quest
  call: Parameters<typeof EscrowCalls.callEscrow>[3]
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

/** The service sees the deposit at its confirmations. */
async function untilFunded(questId: string, tell: (sentence: string) => void): Promise<void> {
  for (;;) {
    const { funding } = await furrow.quests.fund(questId)
    if (funding.status !== 'unfunded' || funding.problem) return
    tell('Paid in. Waiting for the confirmations…')
    await new Promise(resolve => setTimeout(resolve, 2_000))
  }
}
