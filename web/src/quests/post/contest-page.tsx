import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { SignedIn } from '../../auth/session.tsx'
import { useConfig } from '../../service/use-config.ts'
import { Page } from '../../ui/page.tsx'
import { ContestForm } from './contest-form.tsx'

/** A contest, posted from one form; the contract has no prizes, so that a service with one says so. */
export function ContestPage() {
  const { chain } = useConfig()
  return (
    <Page
      title={t`Post a contest`}
      lead={t`Everybody may enter, and you rank the entries: the best of them win your prizes.`}
    >
      <SignedIn reason={t`Sign in to post a quest.`}>
        {chain ? (
          <p>
            <Trans>
              This service keeps rewards in a contract, which pays the same for each place. Post a quest with
              places instead.
            </Trans>
          </p>
        ) : (
          <ContestForm />
        )}
      </SignedIn>
    </Page>
  )
}
