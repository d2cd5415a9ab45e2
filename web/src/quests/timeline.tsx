import type { Assignment, EscrowTransaction, Quest } from '@furrow/sdk'
import type { ReactNode } from 'react'
import { useConfig } from '../app/furrow.ts'
import { AddressLink, shortAddress } from '../ui/address-link.tsx'
import { Card } from '../ui/card.tsx'
import { Tag } from '../ui/tag.tsx'
import { Countdown, When } from '../ui/time.tsx'

const hour = 60 * 60 * 1_000

/** `is`: over, going on since nobody says when, or to come. */
type Happening = { at: string; what: ReactNode; key: string; is?: 'over' | 'now' | 'ahead' }

/** What happened to a quest, and what will by itself, in order. */
export function Timeline({ quest }: { quest: Quest }) {
  const { reviewWindowHours } = useConfig()
  const happenings = happeningsOf(quest, reviewWindowHours).toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-xl font-semibold">Timeline</h2>
      <ol className="grid gap-4 border-l-2 border-line pl-5">
        {happenings.map(({ at, what, key, is = 'over' }) => (
          <li key={key} className="relative grid gap-0.5 text-sm">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-[1.64rem] size-3 rounded-full border-2 ${dots[is]}`}
            />
            <span className="[overflow-wrap:anywhere]">{what}</span>
            <span className="text-muted">
              {is === 'ahead' ? <Countdown to={at} /> : is === 'now' ? 'now' : <When at={at} />}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const dots = {
  over: 'border-moss bg-moss',
  now: 'border-danger bg-danger',
  ahead: 'border-wheat bg-card',
}

function happeningsOf(quest: Quest, reviewWindowHours: number): Happening[] {
  const posted =
    quest.funding.rail === 'ledger'
      ? 'The quest was posted, and its reward promised.'
      : 'The quest was posted.'
  const happenings: Happening[] = [{ at: quest.createdAt, what: posted, key: 'posted' }]
  for (const farmer of quest.farmers) {
    const who = <AddressLink address={farmer.address} />
    const key = farmer.address
    happenings.push({ at: farmer.acceptedAt, what: <>{who} took a place.</>, key: `accepted ${key}` })
    const proved = provedAt(quest, farmer, reviewWindowHours)
    if (proved)
      happenings.push({
        at: proved,
        what:
          farmer.pullRequest === null ? (
            <>{who} brought the work in.</>
          ) : (
            <>
              Merge {farmer.pullRequest} proved the work of {who}.
            </>
          ),
        key: `proved ${key}`,
      })
    if (farmer.reviewEndsAt && farmer.status === 'in-review')
      happenings.push({
        at: farmer.reviewEndsAt,
        what: <>The review window of {who} ends, and the reward is released.</>,
        key: `review ${key}`,
        is: 'ahead',
      })
    if (farmer.status === 'disputed')
      happenings.push({
        at: quest.updatedAt,
        what: <>The giver objects: the reward of {who} is held until the platform decides.</>,
        key: `disputed ${key}`,
        is: 'now',
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

/** When the review began: on chain it is written, in the ledger it is a window before its end. */
function provedAt(quest: Quest, farmer: Assignment, reviewWindowHours: number): string | null {
  if (farmer.pullRequest === null && farmer.submission === null) return null
  const proposed = quest.funding.transactions?.find(
    transaction => transaction.kind === 'propose' && transaction.farmer === farmer.address,
  )
  if (proposed) return proposed.at
  if (farmer.reviewEndsAt === null) return null
  const began = new Date(Date.parse(farmer.reviewEndsAt) - reviewWindowHours * hour).toISOString()
  return began < farmer.acceptedAt ? farmer.acceptedAt : began
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
  const { chain } = useConfig()
  return (
    <span title={hash}>
      {onChain[kind]}{' '}
      {chain?.explorer ? (
        <a href={`${chain.explorer}/tx/${hash}`} className="underline tabular-nums" rel="noreferrer">
          {shortAddress(hash)}
        </a>
      ) : (
        <span className="text-muted tabular-nums">({shortAddress(hash)})</span>
      )}
      {status === 'pending' && (
        <>
          {' '}
          <Tag tone="wheat">pending</Tag>
        </>
      )}
    </span>
  )
}
