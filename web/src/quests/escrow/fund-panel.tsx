import type { Quest } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { InReach } from '../../ui/in-reach.tsx'
import { isDepositKnown } from './is-known.ts'
import { freeInContract, isClosed } from './notice.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { Progress } from './progress.tsx'
import { forgetSent, sentName } from './sent.ts'
import { TakeBack } from './take-back.tsx'
import { useWalletRun } from './use-wallet-run.ts'

const deposit = 'fund'

/** The deposit: paying in, its confirmation, a wrong one, and the part that can be taken back. */
export function FundPanel({ quest }: { quest: Quest }) {
  const { funding } = quest
  useForgetDeposit(quest)
  if (funding.problem)
    return (
      <div className="grid gap-3">
        <p role="alert" className="text-sm text-danger [overflow-wrap:anywhere]">
          {funding.problem}
        </p>
        <TakeBack quest={quest}>
          <Trans>Take the deposit back</Trans>
        </TakeBack>
      </div>
    )
  if (funding.status === 'unfunded' && quest.status !== 'cancelled') return <PayIn quest={quest} />
  const mayEnd = (funding.contractVersion ?? 1) > 1 && freeInContract(quest) > 0
  if (funding.status === 'funded' && (isClosed(quest) || mayEnd))
    return (
      <TakeBack quest={quest}>
        <Trans>Take free places back</Trans>
      </TakeBack>
    )
  return null
}

/** The plan comes first, then the wallet's questions; a transaction from before the page was opened is only followed. */
function PayIn({ quest }: { quest: Quest }) {
  const { funding } = quest
  const [isOpen, setOpen] = useState(false)
  const [ways, setWays] = useState({ batches: true, permits: true })
  const isKnown = () => isDepositKnown(quest.id)
  const run = useWalletRun(quest, { what: deposit, isKnown })

  function go() {
    setOpen(false)
    void run.run(async wallet => {
      const [{ NotTogetherError, payIn }, { NoPermitError }] = await Promise.all([
        import('./pay-in.ts'),
        import('./permit.ts'),
      ])
      try {
        return await payIn(quest, { ...wallet, ways, isKnown })
      } catch (error) {
        if (!(error instanceof NotTogetherError) && !(error instanceof NoPermitError)) throw error
        // There is another plan now, so it is shown again.
        setWays(known =>
          error instanceof NoPermitError ? { ...known, permits: false } : { ...known, batches: false },
        )
        setOpen(true)
        return 'stopped'
      }
    })
  }

  return (
    <div className="grid gap-3">
      <p className="text-sm">
        <Trans>
          Farmers can take places when <Amount amount={funding.amount} token={funding.token} /> is in the
          escrow contract. It pays each farmer, or gives you unearned money back.
        </Trans>
      </p>
      <InReach>
        <Button variant="primary" busy={run.isBusy} onClick={() => setOpen(true)}>
          <Trans>Pay in</Trans>
        </Button>
        <Progress run={run} />
      </InReach>
      <PlanDialog
        quest={quest}
        open={isOpen}
        onOpenChange={setOpen}
        findNode={run.findNode}
        ways={ways}
        onGo={go}
      />
    </div>
  )
}

/** Once the service knows of it, this device need not. */
function useForgetDeposit({ id, funding }: Quest): void {
  const { address } = useSession()
  const isKnown = funding.status !== 'unfunded' || Boolean(funding.problem)
  useEffect(() => {
    if (isKnown) forgetSent(sentName(id, deposit, address))
  }, [id, address, isKnown])
}
