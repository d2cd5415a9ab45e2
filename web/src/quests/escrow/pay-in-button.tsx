import { useState } from 'react'
import { queryClient } from '../../service/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { isDepositKnown } from './is-known.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { Progress } from './progress.tsx'
import type { Wanted } from './read-plan.ts'
import { useWalletRun } from './use-wallet-run.ts'

type PayInButtonProps = { wanted: Wanted; children: React.ReactNode }

/** The name under which a device keeps what it sent for a deposit. */
export const deposit = 'fund'

/** The plan comes first, then the wallet's questions; a transaction from before the page was opened is only followed. */
export function PayInButton({ wanted, children }: PayInButtonProps) {
  const { quests } = wanted
  const [quest] = quests
  const [isOpen, setOpen] = useState(false)
  const [ways, setWays] = useState({ batches: true, permits: true })
  const isKnown = async () => (await Promise.all(quests.map(({ id }) => isDepositKnown(id)))).every(Boolean)
  const run = useWalletRun(quest, { what: deposit, isKnown })

  async function go(): Promise<void> {
    setOpen(false)
    await run.run(async wallet => {
      const [{ NoPermitError, NotTogetherError, payIn }, { payInFor }] = await Promise.all([
        import('./pay-in.ts'),
        import('./read-plan.ts'),
      ])
      try {
        return await payIn(payInFor(wanted), { ...wallet, ways, isKnown })
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
    if (quests.length > 1) await queryClient.invalidateQueries({ queryKey: ['quests'] })
  }

  return (
    <>
      <Button variant="primary" busy={run.isBusy} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Progress run={run} />
      <PlanDialog
        wanted={wanted}
        open={isOpen}
        onOpenChange={setOpen}
        findNode={run.findNode}
        ways={ways}
        onGo={() => void go()}
      />
    </>
  )
}
