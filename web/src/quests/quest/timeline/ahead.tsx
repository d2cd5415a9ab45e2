import type { Assignment, Quest, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { otherwiseSentence } from '../../otherwise-sentence.ts'
import { Reward, Who } from './parts.tsx'

/** A step that comes by itself, unless somebody acts before. */
export type Ahead = {
  readonly key: string
  readonly at: string
  readonly approximate: boolean
  readonly what: ReactNode
}

/** The next steps, in order. */
export function aheadOf(quest: Quest, events: readonly QuestEvent[]): readonly Ahead[] {
  const { deadline, status } = quest
  const parts = quest.farmers.flatMap(farmer => nextOf(quest, farmer, events) ?? [])
  const { noticeEndsAt } = quest.funding
  const ahead = [
    ...parts,
    ...(deadline !== undefined && status === 'open'
      ? [soon('deadline', deadline, t`Nobody can join any more.`)]
      : []),
    ...(noticeEndsAt && quest.funding.status === 'funded'
      ? [soon('notice', noticeEndsAt, t`The giver can take unearned money back.`)]
      : []),
  ]
  return ahead.toSorted((a, b) => a.at.localeCompare(b.at))
}

function nextOf(quest: Quest, farmer: Assignment, events: readonly QuestEvent[]): Ahead | null {
  const { address, status, expiresAt, reviewEndsAt, holdReason } = farmer
  const who = <Who address={address} />
  if (status === 'accepted' && expiresAt !== null)
    return soon(address, expiresAt, <Trans>The place of {who} ends, unless there is work before.</Trans>)
  if (status === 'in-review' && reviewEndsAt !== null) {
    // Until the proposal is in the chain, the contract's window is an estimate.
    const approximate = holdReason === 'proposing'
    return { ...soon(address, reviewEndsAt, paymentOf(quest, farmer, who)), approximate }
  }
  if (status !== 'disputed') return null
  if (farmer.ruling)
    return soon(
      address,
      farmer.ruling.payableAt,
      <>
        <Trans>The contract carries the ruling about the work of {who} out.</Trans>{' '}
        {otherwiseSentence(farmer)}
      </>,
    )
  const dispute = events.findLast(({ kind, farmer }) => kind === 'disputed' && farmer === address)
  const endsAt = dispute?.details.disputeEndsAt
  if (endsAt === undefined) return null
  return soon(
    address,
    endsAt,
    <>
      <Trans>The dispute over the work of {who} ends by itself, unless it is decided before.</Trans>{' '}
      {otherwiseSentence(farmer)}
    </>,
  )
}

function paymentOf(quest: Quest, { holdReason }: Assignment, who: ReactNode): ReactNode {
  if (holdReason === 'disputed')
    return (
      <Trans>
        The review window of {who} ends. <Who address={quest.giver} /> can dispute until then; the service
        does not ask for the payment.
      </Trans>
    )
  const reward = <Reward quest={quest} />
  const waits = holdReason === 'code-host-unreachable'
  if (quest.funding.rail === 'chain')
    return waits ? (
      <Trans>
        {who} is paid {reward}, unless the giver disputes before, and as soon as the code host says that the
        merge stands.
      </Trans>
    ) : (
      <Trans>
        {who} is paid {reward}, unless the giver disputes before.
      </Trans>
    )
  return waits ? (
    <Trans>
      {reward} for the work of {who} is released, unless the giver disputes before, and as soon as the code
      host says that the merge stands.
    </Trans>
  ) : (
    <Trans>
      {reward} for the work of {who} is released, unless the giver disputes before.
    </Trans>
  )
}

function soon(key: string, at: string, what: ReactNode): Ahead {
  return { key, at, approximate: false, what }
}
