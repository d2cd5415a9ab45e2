import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { SignedIn } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { useConfig } from '../../service/use-config.ts'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { Drafts } from './drafts.tsx'
import { PostForm } from './post-form.tsx'
import { stepOf } from './steps.ts'
import { useOpenedDraft } from './use-opened-draft.ts'

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
  const opened = useOpenedDraft(id, kept =>
    navigate({ search: former => ({ ...former, draft: kept }), replace: true, resetScroll: false }),
  )
  if (opened.error) return <Failed error={opened.error} retry={opened.refetch} />
  if (opened.isLoading) return <Loading label={t`Loading the draft`} />
  return (
    <PostForm
      key={`${opened.form} ${after ?? ''}`}
      draft={opened.draft}
      after={after}
      step={stepOf(step)}
      onStep={({ name }) => navigate({ search: former => ({ ...former, step: name }) })}
      onKept={opened.keep}
    />
  )
}
