import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { SignedIn } from '../../auth/session.tsx'
import { Failed } from '../../service/failed.tsx'
import { useConfig } from '../../service/use-config.ts'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { chainOfContest } from './contest-draft.ts'
import { ContestForm } from './contest-form.tsx'
import { useOpenedDraft } from './use-opened-draft.ts'

const route = getRouteApi('/quests/contest')

/** A contest, posted from one form; where the contract pays and nothing divides what it pays, the page says so. */
export function ContestPage() {
  const config = useConfig()
  return (
    <Page
      title={t`Post a contest`}
      lead={t`Everybody may enter, and you rank the entries: the best of them win your prizes.`}
    >
      <SignedIn reason={t`Sign in to post a quest.`}>
        {chainOfContest(config, '') === null ? (
          <p>
            <Trans>
              This service keeps rewards in a contract, which pays the same for each place. Post a quest with
              places instead.
            </Trans>
          </p>
        ) : (
          <OpenedContest />
        )}
      </SignedIn>
    </Page>
  )
}

/** The form of the draft that the address names, or an empty one. */
function OpenedContest() {
  const { draft: id } = route.useSearch()
  const navigate = route.useNavigate()
  const opened = useOpenedDraft(id, kept =>
    navigate({ search: { draft: kept }, replace: true, resetScroll: false }),
  )
  if (opened.error) return <Failed error={opened.error} retry={opened.refetch} />
  if (opened.isLoading) return <Loading label={t`Loading the draft`} />
  return <ContestForm key={opened.form} draft={opened.draft} onKept={opened.keep} />
}
