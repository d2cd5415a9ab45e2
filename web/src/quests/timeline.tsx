import type { EscrowTransaction, Quest } from '@furrow/sdk'
import type { ReactNode } from 'react'
import { AddressLink, shortAddress } from '../ui/address-link.tsx'
import { Card } from '../ui/card.tsx'
import { Tag } from '../ui/tag.tsx'
import { Countdown, When } from '../ui/time.tsx'

type Happening = { at: string; what: ReactNode; key: string; ahead?: boolean }

/** What happened to a quest, and what will by itself, in order. */
export function Timeline({ quest }: { quest: Quest }) {
  const happenings = happeningsOf(quest).toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-xl font-semibold">Timeline</h2>
      <ol className="grid gap-4 border-l-2 border-line pl-5">
        {happenings.map(({ at, what, key, ahead }) => (
          <li key={key} className="relative grid gap-0.5 text-sm">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-[1.64rem] size-3 rounded-full border-2 ${ahead ? 'border-wheat bg-card' : 'border-moss bg-moss'}`}
            />
            <span className="[overflow-wrap:anywhere]">{what}</span>
            <span className="text-muted">{ahead ? <Countdown to={at} /> : <When at={at} />}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function happeningsOf(quest: Quest): Happening[] {
  const happenings: Happening[] = [{ at: quest.createdAt, what: 'The quest was posted.', key: 'posted' }]
  for (const farmer of quest.farmers) {
    const who = <AddressLink address={farmer.address} />
    const key = farmer.address
    happenings.push({ at: farmer.acceptedAt, what: <>{who} took a place.</>, key: `accepted ${key}` })
    if (farmer.reviewEndsAt && farmer.status === 'in-review')
      happenings.push({
        at: farmer.reviewEndsAt,
        what: <>The review window of {who} ends, and the reward is released.</>,
        key: `review ${key}`,
        ahead: true,
      })
    if (farmer.releasedAt)
      happenings.push({ at: farmer.releasedAt, what: <>{who} was paid.</>, key: `released ${key}` })
  }
  for (const transaction of quest.funding.transactions ?? [])
    happenings.push({
      at: transaction.at,
      what: <OnChain transaction={transaction} />,
      key: `${transaction.hash} ${transaction.kind}`,
    })
  return happenings
}

const onChain: Record<EscrowTransaction['kind'], string> = {
  fund: 'The giver paid in on chain',
  propose: 'Work was proposed on chain',
  approve: 'The giver approved on chain',
  dispute: 'The giver disputed on chain',
  resolve: 'The arbiter decided on chain',
  settle: 'The dispute ended by itself on chain',
  release: 'The contract paid',
  refund: 'The giver got funds back on chain',
  close: 'The escrow was closed',
}

function OnChain({ transaction: { kind, hash, status } }: { transaction: EscrowTransaction }) {
  return (
    <span title={hash}>
      {onChain[kind]} <span className="text-muted tabular-nums">({shortAddress(hash)})</span>
      {status === 'pending' && (
        <>
          {' '}
          <Tag tone="wheat">pending</Tag>
        </>
      )}
    </span>
  )
}
