import type { Thanks } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../../service/furrow.ts'
import { useAct } from '../../service/use-act.ts'
import { useConfig } from '../../service/use-config.ts'
import { Button } from '../../ui/button.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { HashField, isHash } from '../../ui/hash-field.tsx'
import { type PayChain, payChains } from '../paying/owed.ts'
import { PayTransfer } from '../paying/pay-transfer.tsx'
import { showUntilTaken } from '../paying/show-paid.ts'

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

function showThanksPaid(id: string) {
  return showUntilTaken(
    async (hash, chainId) => {
      const { status } = await furrow.thanks.paid(id, hash, chainId)
      return status === 'paid' || status === 'confirming'
    },
    async () => false,
  )
}

function ByWallet({ thanks, chain }: { thanks: Thanks; chain: PayChain }) {
  const { id } = thanks
  return (
    <div className="justify-self-start">
      <PayTransfer
        chain={chain}
        payment={{
          id,
          what: 'thanks',
          to: thanks,
          isKnown: showThanksPaid(id),
          show: (hash, chainId) => furrow.thanks.paid(id, hash, chainId),
          changes: keys,
        }}
      />
    </div>
  )
}

function ByHash({ thanks: { id }, chain }: { thanks: Thanks; chain: PayChain }) {
  const [hash, setHash] = useState('')
  const show = useAct(() => furrow.thanks.paid(id, hash.trim(), chain.chainId), { invalidate: keys })
  return (
    <CheckedForm
      className="grid gap-3"
      onSubmit={() => {
        if (isHash(hash)) show.mutate()
      }}
    >
      <HashField
        hint={t`Of a payment that you sent from this wallet elsewhere.`}
        value={hash}
        onChange={setHash}
      />
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
