import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../auth/session.tsx'
import { WalletProblem } from '../../auth/wallets.ts'
import { factsOf } from '../../service/chain-facts.ts'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../escrow/progress.tsx'
import type { Sent } from '../escrow/sent.ts'
import { useWalletRun } from '../escrow/use-wallet-run.ts'
import { allDue, allOfQuest, isOnItsWay, keepDue, onItsWay } from './kept.ts'
import type { Owed, PayChain } from './owed.ts'
import { areDue, isOwed } from './show-paid.ts'

type Props = {
  /** The quest, or `allDue`. */
  id: string
  owed: readonly Owed[]
  chain: PayChain
}

/** Pays several released works by one question to the wallet (EIP-5792), where the wallet has it: all of them, or none. */
export function PayTogether({ id, owed, chain }: Props) {
  const { address } = useSession()
  const facts = factsOf(useConfig(), chain.chainId)
  const run = useWalletRun({ id }, { what: allOfQuest, isKnown: sent => showBundle(sent) })
  const able = useQuery({
    queryKey: ['sends-together', address, chain.chainId],
    queryFn: async () => {
      const node = run.findNode()
      if (node === null || address === null) return false
      const { canSendTogether } = await import('../escrow/capabilities.ts')
      return canSendTogether(node, address, chain.chainId)
    },
    retry: false,
  })

  /** Shows the wallet's transactions for all that is owed; over once the service has said of each whether they paid it. */
  async function showBundle(sent: Sent): Promise<boolean> {
    const node = run.findNode()
    if (node === null || sent.bundle === null) return false
    const { readBundleHashes } = await import('../escrow/look.ts')
    const hashes = await readBundleHashes(node, sent.bundle)
    if (hashes.length === 0) return false
    const unsure = new Set<string>()
    for (const hash of hashes) for (const one of await showEach(owed, hash, sent.chainId)) unsure.add(one)
    const left = owed.filter(({ questId }) => unsure.has(questId))
    return !(await Promise.all(left.map(isOwed))).includes(true)
  }

  const pay = () =>
    run.run(async ({ node, from, keep, forget, follow, tell, askForGas }) => {
      const [{ readDecimals, transferOf }, { askTogether }, { changeNetwork }] = await Promise.all([
        import('./transfer.ts'),
        import('../escrow/ask-wallet.ts'),
        import('../escrow/network.ts'),
      ])
      const what = id === allDue ? allDue : allOfQuest
      if (owed.some(one => isOnItsWay(one, from, what))) throw new WalletProblem(onItsWay)
      await changeNetwork(node, facts)
      const decimals = await readDecimals(node, chain)
      const isAll =
        id === allDue ? areDue(owed) : Promise.all(owed.map(isOwed)).then(all => !all.includes(false))
      if (!(await isAll))
        throw new WalletProblem(t`Some of it was paid meanwhile. Look at what is left, and pay that.`)
      tell(t`Confirm it in your wallet.`)
      const orders = owed.map(one => transferOf(one, chain, decimals))
      const [first] = orders
      if (first === undefined) return 'done'
      const wallet = { node, from, chainId: chain.chainId, keep, forget, askForGas }
      const calls = orders.map(({ call }) => call)
      if (id === allDue) keepDue(from, owed)
      return follow(await askTogether(calls, first, wallet))
    })
  const count = owed.length
  if (!run.isBusy && (!able.data || count < 2)) return null
  return (
    <div className="grid gap-2">
      <Button variant="primary" busy={run.isBusy} onClick={pay}>
        <Trans>Pay all {count} at once</Trans>
      </Button>
      <Progress run={run} />
    </div>
  )
}

/** Shows it for all. @returns the quests of which the service neither took it, nor knows that it is no payment of the work. */
async function showEach(owed: readonly Owed[], hash: string, chainId: number): Promise<string[]> {
  const works = owed.map(({ questId, farmer }) => ({ questId, farmer }))
  const answers = await furrow.payouts.paidMany(hash, works, chainId).catch(() => null)
  if (answers === null) return owed.map(({ questId }) => questId)
  return answers
    .filter(({ code }) => code !== null && code !== 'not-a-payment' && code !== 'transaction-shared-out')
    .map(({ questId }) => questId)
}
