import type { Quest } from '@furrow/sdk'
import { furrow } from '../../service/furrow.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { EscrowButton } from './escrow-button.tsx'
import { Progress } from './progress.tsx'
import { useWalletRun } from './use-wallet-run.ts'

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

/** The service sees the deposit at its confirmations. */
async function untilFunded(questId: string, tell: (sentence: string) => void): Promise<void> {
  for (;;) {
    const { funding } = await furrow.quests.fund(questId)
    if (funding.status !== 'unfunded' || funding.problem) return
    tell('Paid in. Waiting for the confirmations…')
    await new Promise(resolve => setTimeout(resolve, 2_000))
  }
}
