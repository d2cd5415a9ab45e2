import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useConfig } from '../../service/use-config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'

const CiWorkflow = lazy(() =>
  import('../../codehost/ci-workflow.tsx').then(({ CiWorkflow }) => ({ default: CiWorkflow })),
)

/** The first steps of a community without a quest. */
export function FirstQuest() {
  const { codehost } = useConfig()
  const onGitHub = codehost?.kind === 'github'
  return (
    <div className="grid gap-6">
      <Empty title={t`No quest has been posted here yet.`}>
        <LinkButton to="/quests/new" variant="primary">
          <Trans>Post the first quest</Trans>
        </LinkButton>
      </Empty>
      <section aria-labelledby="repository" className="grid gap-3">
        <h2 id="repository" className="text-xl font-semibold">
          <Trans>How to connect a repository</Trans>
        </h2>
        <ol className="grid max-w-prose list-decimal gap-2 pl-5 text-muted">
          <li>
            <Trans>Name it in the quest, as owner/name, with the issue where there is one.</Trans>
          </li>
          <li>
            {codehost === null ? (
              <Trans>
                This service has no code host yet: its operator sets CODEHOST_KIND and CODEHOST_URL. Until
                then you look at the work yourself.
              </Trans>
            ) : (
              <Trans>Each farmer links their account in their profile, so that their merges are known.</Trans>
            )}
          </li>
          <li>
            {onGitHub ? (
              <Trans>Put the file below into the repository: it tells this service of each merge.</Trans>
            ) : (
              <Trans>
                A merged pull request proves the work, as soon as somebody tells this service of it.
              </Trans>
            )}
          </li>
        </ol>
        {onGitHub && (
          <Suspense fallback={null}>
            <CiWorkflow />
          </Suspense>
        )}
      </section>
    </div>
  )
}
