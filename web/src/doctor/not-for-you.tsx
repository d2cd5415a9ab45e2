import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

/** The pages of whoever runs the service, for everybody else. */
export function NotForYou() {
  return (
    <Empty title={t`Only the platform wallet sees this.`}>
      <p className="mb-4">
        <Trans>
          The page shows whoever runs this community what its service depends on and what is to be mended.
          Sign in with the platform wallet if that is you.
        </Trans>
      </p>
      <LinkButton to="/quests">
        <Trans>Find work</Trans>
      </LinkButton>
    </Empty>
  )
}
