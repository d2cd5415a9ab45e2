import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { SignedIn } from '../auth/session.tsx'
import { furrow } from '../service/furrow.ts'
import { queryClient } from '../service/query-client.ts'
import { sentenceOf } from '../service/sentence-of.ts'
import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { keepToken, takeState } from './oauth.ts'

const route = getRouteApi('/codehost/callback')

/** The code host sends the user back to this page, with a code. */
export function CallbackPage() {
  return (
    <Page title={t`Linking your account`}>
      <SignedIn reason={t`Sign in to link your account.`}>
        <Linking />
      </SignedIn>
    </Page>
  )
}

function Linking() {
  const search: { code?: string; state?: string; error?: string } = route.useSearch()
  const navigate = route.useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const begun = useRef(false)

  useEffect(() => {
    // A code counts once.
    if (begun.current) return
    begun.current = true
    link(search).then(
      () => navigate({ to: '/profile', replace: true }),
      error => setProblem(sentenceOf(error)),
    )
  }, [search, navigate])

  if (problem === null) return <Loading label={t`Linking your account`} rows={1} />
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>{problem}</p>
      <LinkButton to="/profile">
        <Trans>Back to your profile</Trans>
      </LinkButton>
    </div>
  )
}

async function link({
  code,
  state,
  error,
}: {
  code?: string
  state?: string
  error?: string
}): Promise<void> {
  const own = takeState(state)
  if (error) throw new Error(t`You declined at the code host. Nothing was linked.`)
  if (!own || !code)
    throw new Error(
      t`This link was not begun in this tab, or it was used already. Begin again from your profile.`,
    )
  const { username, token } = await furrow.codehost.exchange(code)
  keepToken(token)
  await furrow.profile.change({ codehostUsername: username, codehostToken: token })
  await queryClient.invalidateQueries({ queryKey: ['profile'] })
}
