import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

export function NotFound() {
  return (
    <Page title={t`Page not found`}>
      <Empty title={t`There is nothing at this address.`}>
        <LinkButton to="/quests" variant="primary">
          <Trans>To the quests</Trans>
        </LinkButton>
      </Empty>
    </Page>
  )
}
