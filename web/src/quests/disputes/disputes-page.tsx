import type { Dispute } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../auth/session.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { More } from '../../service/more.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { rows } from '../../ui/section.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Countdown } from '../../ui/time.tsx'
import { disputeReason } from '../fault-sentence.ts'
import { otherwiseSentence } from '../otherwise-sentence.ts'

const meaning = t`Where a giver does not accept finished work, the payment is held until both sides agree or the arbiter decides. The two sides and the arbiter see it here until then.`

/** Open disputes, the one that ends first at the top: all for their arbiter, and one's own for anybody else. */
export function DisputesPage() {
  const { address, ask } = useSession()
  return (
    <Page title={t`Disputes`} lead={t`Those that are open; the one that ends first is at the top.`}>
      {address === null ? (
        <Empty title={t`Sign in to see your disputes.`}>
          <p className="mb-4">{meaning}</p>
          <Button variant="primary" onClick={ask}>
            <Trans>Sign in with your wallet</Trans>
          </Button>
        </Empty>
      ) : (
        <List key={address} address={address} />
      )}
    </Page>
  )
}

function List({ address }: { address: string }) {
  const list = useInfiniteQuery({
    queryKey: ['quests', 'disputes', address],
    queryFn: ({ pageParam }) =>
      furrow.quests.disputes({ limit: '20', ...(pageParam !== null && { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  })
  const { data, error, refetch } = list
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading the disputes`} />
  const disputes = data.pages.flatMap(({ items }) => items)
  if (disputes.length === 0)
    return (
      <Empty title={t`No dispute is open.`}>
        <p className="mb-4">{meaning}</p>
        <LinkButton to="/tasks">
          <Trans>Your tasks</Trans>
        </LinkButton>
      </Empty>
    )
  return (
    <>
      <ul className={rows}>
        {disputes.map(dispute => (
          <Entry key={`${dispute.questId} ${dispute.farmer}`} dispute={dispute} />
        ))}
      </ul>
      <More list={list}>
        <Trans>Show more</Trans>
      </More>
    </>
  )
}

function Entry({ dispute }: { dispute: Dispute }) {
  const { questId, title, giver, farmer, amount, token, evidence, split } = dispute
  const account = split?.account
  const pieces = evidence.giver + evidence.farmer
  return (
    <li className="py-4 grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">
          <Link to="/quests/$id" params={{ id: questId }} dir="auto" className="underline">
            {title}
          </Link>
        </h2>
        <Amount amount={amount} token={token} />
      </div>
      <p className="text-sm text-muted">
        <Trans>
          <AddressLink address={giver} /> and <AddressLink address={farmer} />. Ends by itself in{' '}
          <Countdown to={dispute.disputeEndsAt} />.
        </Trans>
      </p>
      {split !== undefined && (
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <Trans comment="Of a shared place on chain: {account} is an address">
            <Plural value={split.payees.length} one="# person shares" other="# people share" /> this place; to
            the contract the farmer is their account {account}.
          </Trans>
        </p>
      )}
      <p dir="auto" className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {disputeReason(dispute)}
      </p>
      <p className="text-sm text-muted">
        {dispute.answer ? (
          <Trans>
            The farmer answered;{' '}
            <Plural value={pieces} one="# piece of evidence" other="# pieces of evidence" />.
          </Trans>
        ) : (
          <Trans>
            The farmer has not answered;{' '}
            <Plural value={pieces} one="# piece of evidence" other="# pieces of evidence" />.
          </Trans>
        )}{' '}
        {otherwiseSentence(dispute)}
      </p>
    </li>
  )
}
