import type { Thanks } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SignedIn, useSession } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { useAct } from '../../service/use-act.ts'
import { useConfig } from '../../service/use-config.ts'
import { sameAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckedForm } from '../../ui/checked-form.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { payTokens } from '../paying/owed.ts'
import { PayThanks } from './pay-thanks.tsx'
import { ThanksLine } from './thanks-line.tsx'

const route = getRouteApi('/thanks')
const keys = [['thanks']]

/** Thanks for a merged pull request that nobody posted, or a tip; and what waits to be paid or answered. */
export function ThanksPage() {
  const { quest, farmer } = route.useSearch()
  return (
    <Page
      title={t`Thank somebody`}
      lead={t`Pay for a merged pull request that nobody posted as a quest, or tip finished work.`}
    >
      <SignedIn reason={t`Sign in to thank somebody.`}>
        <PromiseForm questId={quest} farmer={farmer} />
        <Own />
      </SignedIn>
    </Page>
  )
}

function PromiseForm({ questId, farmer }: { questId: string | undefined; farmer: string | undefined }) {
  const isTip = questId !== undefined && farmer !== undefined
  const [url, setUrl] = useState('')
  const [amount, setAmount] = useState('')
  const tokens = payTokens(useConfig())
  const [token, setToken] = useState(tokens[0] ?? 'USDC')
  const promise = useAct(
    () =>
      furrow.thanks.promise({
        ...(isTip ? { questId, farmer } : { url: url.trim() }),
        amount: amount.trim(),
        token: token.trim(),
      }),
    { done: t`It is promised. Nobody else sees it before it is paid.`, invalidate: keys },
  )
  return (
    <Card>
      <CheckedForm className="grid gap-5" onSubmit={() => promise.mutate()}>
        {isTip ? (
          <p>
            <Trans>
              A tip for finished work in{' '}
              <Link to="/quests/$id" params={{ id: questId }} className="underline">
                this quest
              </Link>
              .
            </Trans>
          </p>
        ) : (
          <Field
            label={t`Pull request`}
            hint={t`Its address. Its author must have linked their account to a profile here.`}
          >
            {bound => (
              <Input
                {...bound}
                type="url"
                required
                dir="ltr"
                maxLength={500}
                value={url}
                onChange={event => setUrl(event.target.value)}
              />
            )}
          </Field>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t`Amount`}>
            {bound => (
              <Input
                {...bound}
                required
                inputMode="decimal"
                pattern="[0-9]{1,15}([.][0-9]{1,18})?"
                value={amount}
                onChange={event => setAmount(event.target.value)}
              />
            )}
          </Field>
          <Field label={t`Token`}>
            {bound =>
              tokens.length > 0 ? (
                <Select {...bound} value={token} onChange={event => setToken(event.target.value)}>
                  {tokens.map(symbol => (
                    <option key={symbol}>{symbol}</option>
                  ))}
                </Select>
              ) : (
                <Input
                  {...bound}
                  required
                  maxLength={20}
                  value={token}
                  onChange={event => setToken(event.target.value)}
                />
              )
            }
          </Field>
        </div>
        <div>
          <Button type="submit" variant="primary" busy={promise.isPending}>
            {isTip ? <Trans>Promise a tip</Trans> : <Trans>Promise thanks</Trans>}
          </Button>
        </div>
      </CheckedForm>
    </Card>
  )
}

function Own() {
  const { address } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['thanks', 'own', address],
    queryFn: () => furrow.thanks.own(),
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading />
  if (data.length === 0) return null
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl font-semibold">
        <Trans>Not paid yet</Trans>
      </h2>
      <ul className="grid gap-4">
        {data.map(thanks => (
          <li key={thanks.id}>
            <Card className="grid gap-4">
              <ThanksLine thanks={thanks} of={address ?? ''} />
              {sameAddress(thanks.giver, address) ? (
                <PayThanks thanks={thanks} />
              ) : (
                <Answer thanks={thanks} />
              )}
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Answer({ thanks: { id } }: { thanks: Thanks }) {
  const received = useAct(() => furrow.thanks.received(id), { invalidate: keys })
  const missed = useAct(() => furrow.thanks.notReceived(id), { invalidate: keys })
  return (
    <div className="grid gap-3">
      <p>
        <Trans>They say that they paid you. Did you receive it?</Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={received.isPending} onClick={() => received.mutate()}>
          <Trans>Received</Trans>
        </Button>
        <Button busy={missed.isPending} onClick={() => missed.mutate()}>
          <Trans>Not received</Trans>
        </Button>
      </div>
    </div>
  )
}
