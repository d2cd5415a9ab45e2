import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AddressLink, useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { nobody, shortAddress } from '../../../ui/address.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

type Props = { quest: Quest; farmer: Assignment }

/** A farmer's answer to the payment that the giver showed. */
export function ConfirmPayment({ quest, farmer }: Props) {
  const confirm = useQuestAct(() => furrow.quests.confirmPayment(quest.id), t`The payment is confirmed.`)
  const deny = useQuestAct(
    () => furrow.quests.notReceived(quest.id),
    t`The giver was told that you did not receive it.`,
  )
  const { payment } = farmer
  if (payment?.saidPaidAt && !payment.txHash && payment.status === 'recorded')
    return payment.receivedAt ? null : (
      <Answer payment={payment} busy={confirm.isPending || deny.isPending}>
        <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          <Trans>Received</Trans>
        </Button>
        {!payment.notReceivedAt && (
          <Button busy={deny.isPending} onClick={() => deny.mutate()}>
            <Trans>Not received</Trans>
          </Button>
        )}
      </Answer>
    )
  if (!payment?.txHash || payment.problem || quest.funding.rail === 'chain' || payment.confirmedBy)
    return null
  return (
    <div className="grid gap-2">
      {payment.waitsForFarmer && (
        <>
          <p className="text-sm text-muted">
            <FromWhom payment={payment} />
          </p>
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            <Trans>This is my payment</Trans>
          </Button>
        </>
      )}
      {!payment.notReceivedAt && (
        <ConfirmButton
          busy={deny.isPending}
          question={t`Say that this payment did not reach you?`}
          onConfirm={() => deny.mutate()}
        >
          <Trans>Not received</Trans>
        </ConfirmButton>
      )}
    </div>
  )
}

type AnswerProps = { payment: NonNullable<Assignment['payment']>; busy: boolean; children: ReactNode }

/** The giver's word, which no chain shows, and the farmer's answers to it. */
function Answer({ payment, busy, children }: AnswerProps) {
  const { saidTransaction } = payment
  const transaction = <code title={saidTransaction ?? ''}>{shortAddress(saidTransaction ?? '')}</code>
  return (
    <div className="grid gap-2" aria-busy={busy}>
      <p className="text-sm text-muted">
        {payment.notReceivedAt ? (
          <Trans>You said that you did not receive it. Confirm it if it came after all.</Trans>
        ) : saidTransaction ? (
          <Trans>
            The giver says that they have paid you, by transaction {transaction}. This service does not see
            it: did you receive it?
          </Trans>
        ) : (
          <Trans>
            The giver says that they have paid you. This service does not see it: did you receive it?
          </Trans>
        )}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

function FromWhom({ payment }: { payment: NonNullable<Assignment['payment']> }) {
  if (payment.notReceivedAt)
    return (
      <Trans>
        You said that you did not receive a payment of this work. Confirm the one that is shown if it reached
        you after all.
      </Trans>
    )
  const payer = <AddressLink address={payment.payer ?? nobody} />
  return (
    <Trans>
      The giver shows a payment that came from {payer}, which is not their own wallet. It counts when you
      confirm it.
    </Trans>
  )
}

/** Where the two do not agree, the platform wallet may say that a payment came. */
export function DecidePayment({ quest, farmer }: Props) {
  const { address, payment } = farmer
  const act = useQuestAct(() => furrow.quests.confirmPayment(quest.id, address), t`The payment counts now.`)
  const who = useNameOf(address)
  const payer = <AddressLink address={payment?.payer ?? nobody} />
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">
        {payment?.notReceivedAt ? (
          <Trans>
            {who} has not received the payment that the giver shows, from {payer}.
          </Trans>
        ) : (
          <Trans>
            {who} has not confirmed the payment that the giver shows, from {payer}.
          </Trans>
        )}
      </p>
      <ConfirmButton
        busy={act.isPending}
        question={t`Decide that this payment was received?`}
        onConfirm={() => act.mutate()}
      >
        <Trans>It was received</Trans>
      </ConfirmButton>
    </div>
  )
}
