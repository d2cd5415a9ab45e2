import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSession } from '../../auth/session.tsx'
import { WalletProblem, walletSentence } from '../../auth/wallets.ts'
import { factsOf } from '../../service/chain-facts.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Node } from './node.ts'
import { PlanFacts } from './plan-facts.tsx'
import { PlanPrompts } from './plan-prompts.tsx'
import type { Wanted } from './read-plan.ts'
import { noWallet } from './sentences.ts'

type PlanDialogProps = {
  wanted: Wanted
  open: boolean
  onOpenChange: (open: boolean) => void
  findNode: () => Node | null
  ways: { readonly batches: boolean; readonly permits: boolean }
  onGo: () => void
}

/** All of the wallet's coming questions, before it asks the first. */
export function PlanDialog({ open, onOpenChange, ...props }: PlanDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`What your wallet will ask`}
      description={t`Nothing is sent yet. Compare this with what the wallet shows you.`}
    >
      {open && <PlanView {...props} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}

type PlanViewProps = Omit<PlanDialogProps, 'open' | 'onOpenChange'> & { onClose: () => void }

function PlanView({ wanted, findNode, ways, onGo, onClose }: PlanViewProps) {
  const { address } = useSession()
  const { quests, sponsorship } = wanted
  const [quest] = quests
  const chain = factsOf(useConfig(), quest.funding.chainId ?? 1)

  async function withWallet<T>(work: (node: Node, from: string) => Promise<T>): Promise<T> {
    const node = findNode()
    if (node === null || address === null) throw new WalletProblem(noWallet)
    return work(node, address)
  }

  const plan = useQuery({
    queryKey: ['plan', quests.map(({ id }) => id), sponsorship?.signature, address, ways],
    queryFn: () =>
      withWallet(async (node, from) => {
        const { payInFor, readPlan } = await import('./read-plan.ts')
        return readPlan(node, from, payInFor(wanted), ways)
      }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const change = useMutation({
    mutationFn: () =>
      withWallet(async node => {
        const { changeNetwork } = await import('./network.ts')
        await changeNetwork(node, chain)
        await plan.refetch()
      }),
  })
  const { data } = plan
  const error = plan.error ?? change.error
  return (
    // No grid: a sticky element stays in sight only within its own cell there.
    <div className="space-y-4">
      {!plan.error && (
        <PlanPrompts plan={data} token={quest.funding.token} decimals={quest.funding.tokenDecimals ?? 18} />
      )}
      <PlanFacts wanted={wanted} chain={chain} plan={data} />
      <div className="sticky -bottom-6 -mx-6 -mb-6 grid gap-3 border-t border-line bg-card px-6 py-4">
        {error && (
          <p role="alert" className="text-sm font-medium text-danger [overflow-wrap:anywhere]">
            {walletSentence(error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          {plan.error ? (
            <Button variant="primary" busy={plan.isFetching} onClick={() => plan.refetch()}>
              <Trans>Look again</Trans>
            </Button>
          ) : data?.prompts[0] === 'network' ? (
            <Button variant="primary" busy={change.isPending} onClick={() => change.mutate()}>
              <Trans>Change the network</Trans>
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={data === undefined}
              disabled={data?.onChain?.isEnough === false || data?.onChain?.blocked != null}
              onClick={onGo}
            >
              {data?.prompts.length === 0 ? t`Go on` : t`Go to the wallet`}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
