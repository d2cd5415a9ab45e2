import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'

const route = getRouteApi('/notifications/confirm')

/** The target of the link sent to an address. Programs that follow every link press no button. */
export function ConfirmPage() {
  const { token = '' }: { token?: string } = route.useSearch()
  const [isDone, setDone] = useState(false)
  const confirm = useAct(
    async () => {
      await furrow.notifications.confirm(token)
      setDone(true)
    },
    { invalidate: [['notifications']] },
  )
  return (
    <Page
      title={t`Confirm this address`}
      lead={
        isDone
          ? t`It is confirmed. You are told there from now on.`
          : t`Do you want notifications to be sent there?`
      }
    >
      <div className="flex flex-wrap gap-2">
        {!isDone && (
          <Button variant="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            <Trans>Confirm</Trans>
          </Button>
        )}
        <LinkButton to="/notifications">
          <Trans>Your notifications</Trans>
        </LinkButton>
      </div>
    </Page>
  )
}
