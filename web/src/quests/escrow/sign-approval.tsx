import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { signingSentence, typedSignerOf } from '../../auth/typed-signer.ts'
import { listWallets } from '../../auth/wallets.ts'
import { AddressLink } from '../../service/address-link.tsx'
import { factsOf } from '../../service/chain-facts.ts'
import { furrow } from '../../service/furrow.ts'
import { queryClient } from '../../service/query-client.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useNow, When } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { EscrowButton } from './escrow-button.tsx'
import { changeNetwork } from './network.ts'
import { nodeOf } from './node.ts'

type WorkProps = { quest: Quest; farmer: Assignment }

/** The giver pays a farmer at once: by a signature without gas where the service can carry it, else with a transaction. */
export function ApproveOnChain({ quest, farmer }: WorkProps) {
  const { contractVersion = 1, served = true, stopped } = quest.funding
  const now = useNow(30_000)
  const end = farmer.approvalEndsAt
  const isSigned = end != null && Date.parse(end) > now
  if (contractVersion < 2 || !served || stopped === 'low-balance' || stopped === 'no-contract')
    return (
      <OwnTransaction quest={quest} farmer={farmer} variant="primary">
        <Trans>Approve and pay now</Trans>
      </OwnTransaction>
    )
  if (!isSigned) return <SignApproval quest={quest} farmer={farmer} />
  return (
    <div className="grid gap-2 text-sm">
      <p>
        <Trans>
          You signed. The service carries it to the contract, which pays at once; it can be used until{' '}
          <When at={end} exact />.
        </Trans>
      </p>
      <OwnTransaction quest={quest} farmer={farmer}>
        <Trans>Pay with a transaction of your own</Trans>
      </OwnTransaction>
    </div>
  )
}

function OwnTransaction({
  quest,
  farmer,
  variant = 'plain',
  children,
}: WorkProps & { variant?: 'plain' | 'primary'; children: React.ReactNode }) {
  return (
    <EscrowButton quest={quest} call={{ kind: 'approve', farmer: farmer.address }} variant={variant}>
      {children}
    </EscrowButton>
  )
}

/** Long enough for a chain that is slow, and short enough to be remembered: a day, in seconds. */
const goodFor = 86_400

/** Before the wallet asks, its owner reads what the signature does, and until when it can be used. */
function SignApproval({ quest, farmer }: WorkProps) {
  const [deadline, setDeadline] = useState<number | null>(null)
  const { sign, busy, error } = useSignApproval({ quest, farmer }, () => setDeadline(null))
  const { reward } = quest
  return (
    <>
      <Button variant="primary" onClick={() => setDeadline(Math.floor(Date.now() / 1_000) + goodFor)}>
        <Trans>Approve and pay now</Trans>
      </Button>
      <Dialog
        open={deadline !== null}
        onOpenChange={open => !open && setDeadline(null)}
        title={t`One signature, no gas`}
        description={t`Nothing is sent yet. Compare this with what the wallet shows you.`}
      >
        {deadline !== null && (
          <div className="grid gap-4">
            <ul className="grid list-disc gap-2 pl-5 text-sm">
              <li>
                <Trans>
                  The contract pays {reward} to <AddressLink address={farmer.address} /> at once, and nobody
                  can take it back.
                </Trans>
              </li>
              <li>
                <Trans>You sign, and the service sends it: it costs you no gas.</Trans>
              </li>
              <li>
                <Trans>
                  It can be used until <When at={new Date(deadline * 1_000).toISOString()} exact />, for this
                  work alone, and once. If you return or dispute the work before, it is worth nothing.
                </Trans>
              </li>
            </ul>
            {error !== undefined && (
              <p role="alert" className="text-sm font-medium text-danger [overflow-wrap:anywhere]">
                {error}
              </p>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={() => setDeadline(null)}>
                <Trans>Not now</Trans>
              </Button>
              <OwnTransaction quest={quest} farmer={farmer}>
                <Trans>Pay with a transaction of your own</Trans>
              </OwnTransaction>
              <Button variant="primary" busy={busy} onClick={() => sign(deadline)}>
                <Trans>Sign</Trans>
              </Button>
            </div>
          </div>
        )}
      </Dialog>
    </>
  )
}

function useSignApproval({ quest, farmer }: WorkProps, onDone: () => void) {
  const { address, walletId } = useSession()
  const chain = factsOf(useConfig(), quest.funding.chainId ?? 1)
  const { say } = useToast()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function sign(deadline: number): Promise<void> {
    if (address === null || busy) return
    setBusy(true)
    setError(undefined)
    try {
      const signer = await typedSignerOf(walletId, address)
      const wallet = listWallets().find(({ id }) => id === walletId)
      // Wallets sign only for the chain that they are on.
      if (wallet !== undefined) await changeNetwork(nodeOf(wallet), chain)
      await furrow.quests.signApproval(signer, quest.id, farmer.address, { deadline })
      onDone()
      say(t`Signed. The service carries it to the contract, which then pays.`)
      await Promise.all(['quests', 'tasks'].map(name => queryClient.invalidateQueries({ queryKey: [name] })))
    } catch (failure) {
      setError(signingSentence(failure))
    } finally {
      setBusy(false)
    }
  }
  return { sign, busy, error }
}
