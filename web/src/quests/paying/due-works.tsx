import type { DuePayout } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../auth/session.tsx'
import { AddressLink } from '../../service/address-link.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { More } from '../../service/more.tsx'
import { often } from '../../service/often.ts'
import { Amount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Loading } from '../../ui/states.tsx'
import { When } from '../../ui/time.tsx'
import { Estimate } from '../estimate.tsx'
import { AskTreasury } from './ask-treasury.tsx'
import { DueFiles } from './due-files.tsx'
import { allDue, readDue } from './kept.ts'
import type { Owed, PayChain } from './owed.ts'
import { PayNow } from './pay-now.tsx'
import { PayTogether } from './pay-together.tsx'
import { type Answer, ShowHash } from './show-hash.tsx'
import { sumOf } from './units.ts'

type Props = {
  token: string
  /** null where the service sees no chain with the token: nothing is paid from here then, so nothing is chosen. */
  chain: PayChain | null
  onAnswers: (answers: readonly Answer[]) => void
}

export function DueWorks({ token, chain, onAnswers }: Props) {
  const { address } = useSession()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const due = useInfiniteQuery({
    queryKey: ['quests', 'due', address, token, chain?.chainId],
    queryFn: ({ pageParam }) =>
      furrow.payouts.due({
        token,
        ...(chain !== null && { chainId: String(chain.chainId) }),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: () => often(30_000),
  })
  const { data, error, refetch } = due
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading what you owe`} />
  const works = data.pages.flatMap(({ items }) => items.works)
  const decimals = data.pages[0]?.items.sums[0]?.decimals ?? null
  const chosen = works.filter(work => !leftOut.has(keyOf(work)))
  const owed = chosen.map(toOwed)
  const onItsWay = readDue(address)
  const toggle = (work: DuePayout, isChosen: boolean) => {
    const next = new Set(leftOut)
    if (isChosen) next.delete(keyOf(work))
    else next.add(keyOf(work))
    setLeftOut(next)
  }
  return (
    <>
      <Table works={works} leftOut={leftOut} chain={chain} onToggle={toggle} />
      <More list={due}>
        <Trans>Show more</Trans>
      </More>
      {chain !== null && (
        <Section className="grid gap-4">
          <h2 className="text-xl font-semibold">
            <Trans>Pay the chosen works</Trans>
          </h2>
          <p>
            <Amount amount={sumOf(owed)} token={token} /> <Estimate amount={sumOf(owed)} token={token} />{' '}
            <span className="text-sm text-muted">
              <Plural value={chosen.length} one="# work" other="# works" />
            </span>
          </p>
          <PayTogether id={allDue} owed={onItsWay.length > 0 ? onItsWay : owed} chain={chain} />
          <DueFiles owed={owed} chain={chain} decimals={decimals} />
          <AskTreasury works={chosen} chainId={chain.chainId} />
          <ShowHash works={chosen} chain={chain} onAnswers={onAnswers} />
        </Section>
      )}
    </>
  )
}

/** An amount with its token of fewer signs is not broken. */
const short = 16

type TableProps = {
  works: readonly DuePayout[]
  leftOut: ReadonlySet<string>
  chain: PayChain | null
  onToggle: (work: DuePayout, isChosen: boolean) => void
}

function Table({ works, leftOut, chain, onToggle }: TableProps) {
  return (
    <table className="w-full text-left">
      <thead className="text-sm">
        <tr>
          {chain !== null && (
            <th scope="col" className="p-2">
              <Trans>Choice</Trans>
            </th>
          )}
          <th scope="col" className={chain === null ? 'py-2 pr-2' : 'p-2'}>
            <Trans>Work</Trans>
          </th>
          <th scope="col" className="p-2 pr-0 text-right">
            <Trans>Amount</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {works.map(work => (
          <tr key={keyOf(work)} className="border-t border-line align-top">
            {chain !== null && (
              <td className="p-2">
                <input
                  type="checkbox"
                  className="size-6"
                  aria-label={t`Pay “${work.title}”`}
                  checked={!leftOut.has(keyOf(work))}
                  onChange={event => onToggle(work, event.currentTarget.checked)}
                />
              </td>
            )}
            <td
              className={`grid gap-1 [overflow-wrap:anywhere] ${chain === null ? 'py-3 pr-2 sm:grid-cols-[minmax(0,1fr)_auto]' : 'p-2'}`}
            >
              <Link to="/quests/$id" params={{ id: work.questId }} className="font-semibold underline">
                <bdi>{work.title}</bdi>
              </Link>
              <span className="text-sm text-muted">
                <AddressLink address={work.payee} />, <When at={work.since} />
              </span>
              {chain === null ? (
                <LinkButton
                  to="/quests/$id"
                  params={{ id: work.questId }}
                  className="mt-1 justify-self-start sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:mt-0 sm:self-center"
                >
                  <Trans>How to pay</Trans>
                </LinkButton>
              ) : (
                <PayNow owed={toOwed(work)} chain={chain} />
              )}
            </td>
            <td
              className={`py-3 pl-2 text-right sm:align-middle ${work.amount.length + work.token.length < short ? 'whitespace-nowrap' : ''}`}
            >
              <Amount amount={work.amount} token={work.token} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function keyOf({ questId, payee }: DuePayout): string {
  return `${questId} ${payee}`
}

function toOwed({ questId, payee, amount, token }: DuePayout): Owed {
  return { questId, farmer: payee, amount, token }
}
