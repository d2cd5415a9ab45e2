import { decimalsOf, type Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useKept } from '../../auth/use-kept.ts'
import { Person } from '../../service/address-link.tsx'
import { furrow } from '../../service/furrow.ts'
import { formatAmount } from '../../ui/amount.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { HashField, isHash } from '../../ui/hash-field.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { askUri } from './ask-uri.ts'
import type { Owed } from './owed.ts'
import { unitsOf } from './units.ts'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

type Props = { quest: Quest; owed: Owed }

type PayElsewhereProps = Props & {
  /** Whether there is no other way to pay it. */
  readonly isOnly: boolean
  /** Whether it is the giver's next action. */
  readonly isNext: boolean
}

/** Payee and amount for any wallet, and the giver's word that it was paid: for where the service sees no chain. */
export function PayElsewhere({ quest, owed, isOnly, isNext }: PayElsewhereProps) {
  const [open, setOpen] = useState(false)
  const { amount, token } = owed
  const sum = `${formatAmount(amount)} ${token}`
  return (
    <>
      <Button variant={isOnly ? (isNext ? 'primary' : 'plain') : 'quiet'} onClick={() => setOpen(true)}>
        {isOnly ? t`How to pay` : t`Pay in another way`}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={<Heading sum={sum} farmer={owed.farmer} />}
        description={t`Send it from any wallet, then say so here. The farmer confirms it: the service itself does not see it.`}
      >
        {open && <Ways quest={quest} owed={owed} onSaid={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

function Heading({ sum, farmer }: { sum: string; farmer: string }) {
  const who = <Person address={farmer} />
  return (
    <Trans>
      Pay {sum} to {who}
    </Trans>
  )
}

function Ways({ quest, owed, onSaid }: Props & { onSaid: () => void }) {
  const { amount, farmer, token } = owed
  const uri = askUri(owed, unitsOf(amount, decimalsOf(token)), null)
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm">
        <Row name={t`Payee`} text={farmer} />
        <Row name={t`Amount`} text={amount} after={token} />
      </dl>
      <div className="flex flex-wrap items-center gap-4">
        <Suspense fallback={<div className="size-44" />}>
          <QrCode text={uri} />
        </Suspense>
        <a href={uri} className="font-semibold underline">
          <Trans>Open it in a wallet</Trans>
        </a>
      </div>
      <SayPaid quest={quest} owed={owed} onSaid={onSaid} />
    </div>
  )
}

function Row({ name, text, after = '' }: { name: string; text: string; after?: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <dt className="font-semibold">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-2 tabular-nums [overflow-wrap:anywhere]">
        <span>
          {text} {after}
        </span>
        <CopyButton text={text}>{t`Copy`}</CopyButton>
      </dd>
    </div>
  )
}

function SayPaid({ quest, owed: { farmer }, onSaid }: Props & { onSaid: () => void }) {
  const [hash, setHash, forget] = useKept(`said-paid ${quest.id} ${farmer}`, '')
  const given = hash.trim()
  const act = useQuestAct(
    () => furrow.quests.sayPaid(quest.id, farmer, given === '' ? undefined : given),
    t`The farmer is asked whether it came.`,
  )
  return (
    <CheckedForm
      className="grid gap-4"
      onSubmit={() => {
        if (given === '' || isHash(hash))
          act.mutateAsync().then(
            () => {
              forget()
              onSaid()
            },
            () => {},
          )
      }}
    >
      <HashField label={t`Transaction, if you like`} required={false} value={hash} onChange={setHash} />
      <Button type="submit" variant="primary" busy={act.isPending}>
        <Trans>I have paid</Trans>
      </Button>
    </CheckedForm>
  )
}
