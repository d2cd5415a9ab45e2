import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SignedIn } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { furrow } from '../../service/furrow.ts'
import { useConfig } from '../../service/use-config.ts'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { Drafts } from './drafts.tsx'
import { PostForm } from './post-form.tsx'
import { stepOf } from './steps.ts'

const route = getRouteApi('/quests/new')

export function PostPage() {
  return (
    <Page title={t`Post a quest`} lead={t`Say what needs doing and what it is worth.`}>
      <SignedIn reason={t`Sign in to post a quest.`}>
        <OtherForms />
        <Drafts />
        <OpenedForm />
      </SignedIn>
    </Page>
  )
}

/** Links to forms for what the form of one quest cannot say. Contests are not on chain. */
function OtherForms() {
  const { chain } = useConfig()
  return (
    <ul className="grid gap-2">
      <li>
        <Link to="/quests/plan" className="text-moss underline">
          <Trans>Post several parts that follow each other, as a plan</Trans>
        </Link>
      </li>
      {!chain && (
        <li>
          <Link to="/quests/contest" className="text-moss underline">
            <Trans>Post a contest, which pays the best entries</Trans>
          </Link>
        </li>
      )}
    </ul>
  )
}

/** The form of the draft that the address names, or an empty one. */
function OpenedForm() {
  const { after, draft: id, step } = route.useSearch()
  const navigate = route.useNavigate()
  // A draft that this form saved by itself is the one being typed, so the form stays as it is.
  const [own, setOwn] = useState<{ id: string; form: string }>()
  const isOwn = id !== undefined && id === own?.id
  const form = isOwn ? own.form : (id ?? 'new')
  const { data, error, refetch } = useQuery({
    queryKey: ['drafts', id],
    queryFn: () => furrow.quests.drafts.get(id ?? ''),
    enabled: id !== undefined && !isOwn,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  function keep(kept: string) {
    setOwn({ id: kept, form })
    navigate({ search: former => ({ ...former, draft: kept }), replace: true, resetScroll: false })
  }
  if (id !== undefined && !isOwn && error) return <Failed error={error} retry={refetch} />
  if (id !== undefined && !isOwn && data === undefined) return <Loading label={t`Loading the draft`} />
  return (
    <PostForm
      key={`${form} ${after ?? ''}`}
      draft={isOwn ? undefined : data}
      after={after}
      step={stepOf(step)}
      onStep={({ name }) => navigate({ search: former => ({ ...former, step: name }) })}
      onKept={keep}
    />
  )
}
