import type { AskedKey, KeyRequest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckedForm } from '../ui/checked-form.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { type KeyTerms, KeyTermsFields } from './key-terms.tsx'
import { SignedIn, useSession } from './session.tsx'
import { withSigner } from './with-signer.ts'

const route = getRouteApi('/authorize')

/** A program sent its person here, to be given an API key (OAuth 2.1). The service refuses to be framed. */
export function AuthorizePage() {
  const request = route.useSearch() as unknown as KeyRequest
  const {
    data: asked,
    error,
    refetch,
  } = useQuery({
    queryKey: ['key-request', request],
    queryFn: () => furrow.keys.asked(request),
    retry: false,
  })
  return (
    <Page title={t`A program asks for an API key`}>
      {error && <Failed error={error} retry={refetch} />}
      {!error && asked === undefined && <Loading rows={2} />}
      {asked && (
        <Card as="section" className="grid min-w-0 max-w-2xl gap-5">
          <Program asked={asked} />
          {asked.problem === null ? (
            <SignedIn reason={t`Sign in to say what the program may do in your name.`}>
              <Terms asked={asked} request={request} />
            </SignedIn>
          ) : (
            <Refused asked={asked} />
          )}
        </Card>
      )}
    </Page>
  )
}

/** Its name is its own word; the hosts are what a person can judge by. */
function Program({ asked: { name, host, local, redirectHost } }: { asked: AskedKey }) {
  return (
    <div className="grid gap-3">
      <h2 className="text-xl font-semibold [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </h2>
      <p>
        {host === null ? (
          <Trans>This is the name that the program gives itself. Nobody has checked it.</Trans>
        ) : (
          <Trans>
            <strong dir="ltr">{host}</strong> says that this program is its own.
          </Trans>
        )}
      </p>
      <p>
        {local ? (
          <Trans>
            The key goes to a program on this computer (<strong dir="ltr">{redirectHost}</strong>).
          </Trans>
        ) : (
          <Trans>
            The key goes to <strong dir="ltr">{redirectHost}</strong>.
          </Trans>
        )}{' '}
        <Trans>Go on only if you have just begun this there.</Trans>
      </p>
    </div>
  )
}

function Refused({ asked: { problem, back } }: { asked: AskedKey }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>
        <Trans>No key can be given: {problem}</Trans>
      </p>
      <Button onClick={() => location.assign(back)}>
        <Trans>Back to the program</Trans>
      </Button>
    </div>
  )
}

function Terms({ asked, request }: { asked: AskedKey; request: KeyRequest }) {
  const { name, scopes, agent, back } = asked
  const session = useSession()
  const [terms, setTerms] = useState<KeyTerms>({
    scopes: scopes.length === 0 ? ['read'] : scopes,
    days: 30,
    agent,
  })
  const [isGiven, setGiven] = useState(false)
  const give = useAct(async () => {
    const { redirect } = await withSigner(session, signer =>
      furrow.keys.grant(signer, { name, ...terms }, request),
    )
    setGiven(true)
    location.assign(redirect)
  })
  if (isGiven)
    return (
      <p role="status">
        <Trans>The program has what it needs. You may close this page.</Trans>
      </p>
    )
  return (
    <CheckedForm onSubmit={() => give.mutate()} className="grid gap-4">
      <KeyTermsFields terms={terms} onChange={setTerms} {...(scopes.length > 0 && { offered: scopes })} />
      <p className="text-sm text-muted">
        <Trans>
          Your wallet shows what the key may do, and you sign that. You can revoke it on your profile at any
          time.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={give.isPending}>
          <Trans>Sign and give the key</Trans>
        </Button>
        <Button onClick={() => location.assign(back)}>
          <Trans>Give no key</Trans>
        </Button>
      </div>
    </CheckedForm>
  )
}
