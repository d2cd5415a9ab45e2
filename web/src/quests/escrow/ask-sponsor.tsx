import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { signingSentence, typedSignerOf } from '../../auth/typed-signer.ts'
import { listWallets } from '../../auth/wallets.ts'
import { factsOf } from '../../service/chain-facts.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { When } from '../../ui/time.tsx'
import { changeNetwork } from './network.ts'
import { nodeOf } from './node.ts'
import { sponsorLink } from './sponsor-link.ts'

/** Long enough for a friend who is away: a week, in seconds. */
const goodFor = 7 * 86_400

type Signed = { readonly link: string; readonly deadline: number }

/** The giver signs that another wallet may pay in for them, and sends that wallet's owner a link. */
export function AskSponsor({ quest }: { quest: Quest }) {
  const [payer, setPayer] = useState('')
  const { sign, busy, error, signed } = useSponsorWords(quest)
  const typed = payer.trim()
  const isAddress = /^0x[0-9a-f]{40}$/i.test(typed)
  if ((quest.funding.contractVersion ?? 1) < 2) return null
  return (
    <details className="text-sm">
      <summary>
        <Trans>Somebody else pays?</Trans>
      </summary>
      <div className="grid gap-3 pt-2">
        <p>
          <Trans>
            Sign that their wallet may pay in for this quest, which costs nothing, and send them the link. You
            decide about the work as ever; unearned money goes back to them.
          </Trans>
        </p>
        <Field
          label={t`Their wallet’s address`}
          error={typed !== '' && !isAddress ? t`Give an address: 0x and 40 hex digits.` : undefined}
        >
          {bound => (
            <Input
              {...bound}
              value={payer}
              spellCheck={false}
              autoComplete="off"
              placeholder="0x…"
              onChange={event => setPayer(event.target.value)}
            />
          )}
        </Field>
        <Button busy={busy} disabled={!isAddress} onClick={() => sign(typed)}>
          <Trans>Sign for them</Trans>
        </Button>
        {error !== undefined && (
          <p role="alert" className="font-medium text-danger [overflow-wrap:anywhere]">
            {error}
          </p>
        )}
        {signed !== null && (
          <div className="grid gap-2">
            <p>
              <Trans>
                Send them this link. Their wallet alone can use it, once, until{' '}
                <When at={new Date(signed.deadline * 1_000).toISOString()} exact />.
              </Trans>
            </p>
            <CopyButton text={signed.link}>{t`Copy the link`}</CopyButton>
          </div>
        )}
      </div>
    </details>
  )
}

function useSponsorWords(quest: Quest) {
  const { address, walletId } = useSession()
  const chain = factsOf(useConfig(), quest.funding.chainId ?? 1)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [signed, setSigned] = useState<Signed | null>(null)

  async function sign(payer: string): Promise<void> {
    if (address === null || busy) return
    setBusy(true)
    setError(undefined)
    setSigned(null)
    try {
      const { payInOf, sponsorshipTypedData } = await import('@furrow/sdk/escrow')
      const signer = await typedSignerOf(walletId, address)
      const wallet = listWallets().find(({ id }) => id === walletId)
      // Wallets sign only for the chain that they are on.
      if (wallet !== undefined) await changeNetwork(nodeOf(wallet), chain)
      const deadline = Math.floor(Date.now() / 1_000) + goodFor
      const words = sponsorshipTypedData(payInOf([quest]), { payer, deadline })
      const signature = await signer.signTypedData(words as never)
      const page = new URL(`/quests/${quest.id}`, location.origin).href
      setSigned({ link: sponsorLink(page, { payer, deadline, signature }), deadline })
    } catch (failure) {
      setError(signingSentence(failure))
    } finally {
      setBusy(false)
    }
  }
  return { sign, busy, error, signed }
}
