import type { DueSum } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SignedIn, useSession } from '../../auth/session.tsx'
import { chainName } from '../../service/chain-name.ts'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { often } from '../../service/often.ts'
import { useConfig } from '../../service/use-config.ts'
import { Amount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loading } from '../../ui/states.tsx'
import { Estimate } from '../estimate.tsx'
import { DueWorks } from './due-works.tsx'
import { payChains } from './owed.ts'
import { type Answer, ShownAnswers } from './show-hash.tsx'

const pollEvery = 30_000

/** A giver's released works that are not paid, and the ways to pay many of them at once. */
export function DuePage() {
  return (
    <Page
      title={t`Pay what is due`}
      lead={t`Work that you released and that is not paid, as far as this service knows.`}
    >
      <SignedIn reason={t`Sign in to see what you owe.`}>
        <Due />
      </SignedIn>
    </Page>
  )
}

function Due() {
  const { address } = useSession()
  const [answers, setAnswers] = useState<readonly Answer[]>([])
  const { data, error, refetch } = useQuery({
    queryKey: ['quests', 'due', address, 'sums'],
    queryFn: async () => (await furrow.payouts.due({ limit: '1' })).items.sums,
    refetchInterval: () => often(pollEvery),
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading what you owe`} />
  return (
    <>
      <ShownAnswers answers={answers} />
      {data.length === 0 ? (
        <Empty title={t`You owe nothing.`}>
          <LinkButton to="/tasks">
            <Trans>See your tasks</Trans>
          </LinkButton>
        </Empty>
      ) : (
        <ByToken sums={data} onAnswers={setAnswers} />
      )}
    </>
  )
}

type ByTokenProps = { sums: readonly DueSum[]; onAnswers: (answers: readonly Answer[]) => void }

function ByToken({ sums, onAnswers }: ByTokenProps) {
  const config = useConfig()
  const [chosenToken, setToken] = useState('')
  const [chosenChain, setChain] = useState(0)
  const token = (sums.find(one => one.token === chosenToken) ?? sums[0])?.token ?? ''
  const chains = payChains(config, token)
  const chain = chains.find(({ chainId }) => chainId === chosenChain) ?? chains[0] ?? null
  return (
    <>
      <ul className="flex flex-wrap gap-x-10 gap-y-4">
        {sums.map(({ token, amount, count }) => (
          <li key={token} className="grid">
            <span className="text-3xl">
              <Amount amount={amount} token={token} />
            </span>
            <Estimate amount={amount} token={token} />
            <span className="text-sm text-muted">
              <Plural value={count} one="# work" other="# works" />
            </span>
          </li>
        ))}
      </ul>
      <div className="grid gap-4 empty:hidden sm:grid-cols-2">
        {sums.length > 1 && (
          <Field label={t`Token`}>
            {bound => (
              <Select {...bound} value={token} onChange={event => setToken(event.target.value)}>
                {sums.map(({ token }) => (
                  <option key={token}>{token}</option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {chains.length > 1 && (
          <Field label={t`Chain`}>
            {bound => (
              <Select
                {...bound}
                value={chain?.chainId}
                onChange={event => setChain(Number(event.target.value))}
              >
                {chains.map(({ chainId }) => (
                  <option key={chainId} value={chainId}>
                    {chainName(chainId)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      {chain === null && (
        <p className="text-sm text-muted">
          <Trans>
            This service sees no chain with {token}: pay each work from your own wallet, then its farmer
            confirms that it came.
          </Trans>
        </p>
      )}
      <DueWorks key={`${token} ${chain?.chainId}`} token={token} chain={chain} onAnswers={onAnswers} />
    </>
  )
}
