import { fromUnits, type Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useSession } from '../../auth/session.tsx'
import { type ChainFacts, factsOf } from '../../service/chain-facts.ts'
import { useAct } from '../../service/use-act.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress } from '../../ui/address.ts'
import { Amount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import type { Node } from './node.ts'
import { Progress } from './progress.tsx'
import { useWalletRun } from './use-wallet-run.ts'

const CourtWithAppeals = lazy(async () => ({
  default: (await import('./appeals.tsx')).CourtWithAppeals,
}))

type BringProps = { quest: Quest; farmer: string }

/** Where a court is the contract's arbiter, anybody brings a dispute before it, for the court's fee. */
export function BringToCourt(props: BringProps) {
  const { quest } = props
  const { address } = useSession()
  const mayBe = quest.funding.rail === 'chain' && (quest.funding.contractVersion ?? 1) > 1
  return mayBe && address !== null ? <Bring {...props} /> : null
}

function Bring({ quest, farmer }: BringProps) {
  const { address } = useSession()
  const chain = factsOf(useConfig(), quest.funding.chainId ?? 1)
  const run = useWalletRun(quest, { what: `bring ${farmer}`, isKnown: () => isKnown() })
  const court = useQuery({
    queryKey: ['court', quest.id, farmer, address],
    queryFn: async () => {
      const node = run.findNode()
      if (node === null) return null
      const { readCourt } = await import('./court.ts')
      return readCourt(node, quest, farmer)
    },
    retry: false,
  })
  const { data: found } = court

  async function isKnown(): Promise<boolean> {
    await court.refetch()
    return true
  }

  if (!found) return null
  if (found.kind === 'elsewhere')
    return <ChangeChain quest={quest} chain={chain} onChanged={court.refetch} findNode={run.findNode} />
  if (found.kind === 'appealable')
    return (
      <Suspense fallback={null}>
        <CourtWithAppeals quest={quest} farmer={farmer} court={found.court} onPaid={court.refetch} />
      </Suspense>
    )
  const { court: data } = found
  if (data.isBrought)
    return (
      <p>
        <Trans>The dispute is before the court, whose ruling the contract carries out.</Trans>
      </p>
    )
  const fee = fromUnits(data.fee, 18)
  const bring = () =>
    run.run(async ({ node, from, keep, forget, follow, tell }) => {
      const [{ bringOrder }, { askWallet }, { changeNetwork }] = await Promise.all([
        import('./court.ts'),
        import('./ask-wallet.ts'),
        import('./network.ts'),
      ])
      await changeNetwork(node, chain)
      tell(t`Confirm it in your wallet.`)
      const wallet = { node, from, chainId: chain.chainId, keep, forget }
      return follow(await askWallet('decision', bringOrder(data, quest, farmer), wallet))
    })
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <p>
        <Trans>
          A court decides this dispute, once somebody brings it there. It takes{' '}
          <Amount amount={fee} token={chain.coin} />, which nobody gives back.
        </Trans>
      </p>
      <ConfirmButton
        busy={run.isBusy}
        question={t`Bring it before the court? Your wallet pays its fee of ${fee} ${chain.coin}, which nobody gives back.`}
        onConfirm={bring}
      >
        <Trans>Bring it before the court</Trans>
      </ConfirmButton>
      <Progress run={run} />
    </div>
  )
}

type ChangeProps = {
  quest: Quest
  chain: ChainFacts
  findNode: () => Node | null
  onChanged: () => Promise<unknown>
}

/** A court is read through the wallet's own node: its chain has to be this contract's. The platform's wallet is no court. */
function ChangeChain({ quest, chain, findNode, onChanged }: ChangeProps) {
  const { platformWallet } = useConfig()
  const { name } = chain
  const change = useAct(async () => {
    const node = findNode()
    if (node === null) return
    const { changeNetwork } = await import('./network.ts')
    await changeNetwork(node, chain)
    await onChanged()
  })
  if (sameAddress(quest.funding.arbiter, platformWallet)) return null
  return (
    <div className="grid justify-items-start gap-2 border-t border-line pt-3">
      <p>
        <Trans>
          Your wallet is on another network. Change it to {name} to see whether a court decides this dispute,
          and to appeal there.
        </Trans>
      </p>
      <Button busy={change.isPending} onClick={() => change.mutate()}>
        <Trans>Change to {name}</Trans>
      </Button>
    </div>
  )
}
