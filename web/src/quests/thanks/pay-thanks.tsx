import type { Thanks } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { WalletProblem } from '../../auth/wallets.ts'
import { factsOf } from '../../service/chain-facts.ts'
import { furrow } from '../../service/furrow.ts'
import { queryClient } from '../../service/query-client.ts'
import { sentenceOf } from '../../service/sentence-of.ts'
import { useAct } from '../../service/use-act.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Progress } from '../escrow/progress.tsx'
import type { Sent } from '../escrow/sent.ts'
import { useWalletRun } from '../escrow/use-wallet-run.ts'
import { type PayChain, payChains } from '../paying/owed.ts'

const keys = [['thanks']]

/** By the wallet, by a transaction that was sent elsewhere, or by word where no chain shows it. */
export function PayThanks({ thanks }: { thanks: Thanks }) {
  const { id, status, token } = thanks
  const [chain] = payChains(useConfig(), token)
  const withdraw = useAct(() => furrow.thanks.withdraw(id), { invalidate: keys })
  if (status === 'confirming')
    return (
      <p>
        <Trans>The transaction waits for its confirmations.</Trans>
      </p>
    )
  return (
    <div className="grid gap-4">
      <p className="[overflow-wrap:anywhere]">
        <Trans>Pay to</Trans> <code>{thanks.farmer}</code>
      </p>
      {chain ? (
        <>
          <ByWallet thanks={thanks} chain={chain} />
          <ByHash thanks={thanks} chain={chain} />
        </>
      ) : (
        <ByWord thanks={thanks} />
      )}
      <div>
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
          <Trans>Take the promise back</Trans>
        </Button>
      </div>
    </div>
  )
}

/** The service's node may know of a transaction a minute after the wallet's does. */
const patience = 32

function showThanksPaid(id: string): (sent: Sent) => Promise<boolean> {
  let asked = 0
  return async ({ hash, chainId }) => {
    asked++
    if (hash === null || (asked & (asked - 1)) !== 0) return false
    try {
      const { status } = await furrow.thanks.paid(id, hash, chainId)
      return status === 'paid' || status === 'confirming'
    } catch (error) {
      const sentence = sentenceOf(error)
      if (asked >= patience)
        throw new WalletProblem(t`It was sent, and the service does not take it as the payment: ${sentence}`)
      return false
    }
  }
}

function ByWallet({ thanks, chain }: { thanks: Thanks; chain: PayChain }) {
  const facts = factsOf(useConfig(), chain.chainId)
  const run = useWalletRun({ id: thanks.id }, { what: 'thanks', isKnown: showThanksPaid(thanks.id) })
  const pay = () =>
    run.run(async ({ node, from, keep, forget, follow, tell }) => {
      const [{ readDecimals, transferOf }, { askWallet }, { changeNetwork }] = await Promise.all([
        import('../paying/transfer.ts'),
        import('../escrow/ask-wallet.ts'),
        import('../escrow/network.ts'),
      ])
      await changeNetwork(node, facts)
      const decimals = await readDecimals(node, chain)
      tell(t`Confirm it in your wallet.`)
      const wallet = { node, from, chainId: chain.chainId, keep, forget }
      const sent = await askWallet('payment', transferOf(thanks, chain, decimals), wallet)
      if (sent.hash !== null) await furrow.thanks.paid(thanks.id, sent.hash, sent.chainId).catch(() => null)
      const ending = await follow(sent)
      await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
      return ending
    })
  return (
    <div className="grid gap-2">
      <div>
        <Button variant="primary" busy={run.isBusy} onClick={pay}>
          <Trans>Pay now</Trans>
        </Button>
      </div>
      <Progress run={run} />
    </div>
  )
}

function ByHash({ thanks: { id }, chain }: { thanks: Thanks; chain: PayChain }) {
  const [hash, setHash] = useState('')
  const given = hash.trim()
  const isHash = /^0x[0-9a-fA-F]{64}$/.test(given)
  const show = useAct(() => furrow.thanks.paid(id, given, chain.chainId), { invalidate: keys })
  return (
    <CheckedForm
      className="grid gap-3"
      onSubmit={() => {
        if (isHash) show.mutate()
      }}
    >
      <Field
        label={t`Transaction hash`}
        hint={t`Of a payment that you sent from this wallet elsewhere.`}
        error={given !== '' && !isHash ? t`A hash is 0x and 64 hex digits.` : undefined}
      >
        {bound => (
          <Input
            {...bound}
            required
            autoComplete="off"
            spellCheck="false"
            placeholder="0x…"
            value={hash}
            onChange={event => setHash(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" busy={show.isPending}>
          <Trans>Show the payment</Trans>
        </Button>
      </div>
    </CheckedForm>
  )
}

function ByWord({ thanks: { id, status } }: { thanks: Thanks }) {
  const say = useAct(() => furrow.thanks.sayPaid(id), { invalidate: keys })
  if (status === 'said')
    return (
      <p>
        <Trans>You have said that you paid. The answer is waited for.</Trans>
      </p>
    )
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        <Trans>
          No chain shows it here. Say so when you have paid, and the other answers; it counts for no points.
        </Trans>
      </p>
      <div>
        <Button variant="primary" busy={say.isPending} onClick={() => say.mutate()}>
          <Trans>I have paid</Trans>
        </Button>
      </div>
    </div>
  )
}
