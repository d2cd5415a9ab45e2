import type { Notifications } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { SignedIn, useSession } from '../auth/session.tsx'
import { Failed } from '../service/failed.tsx'
import { furrow } from '../service/furrow.ts'
import { LinkButton } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Loading } from '../ui/states.tsx'
import { AddChannel } from './add-channel.tsx'
import { ChannelCard } from './channel-card.tsx'
import { Follows } from './follows.tsx'
import { PushCard } from './push-card.tsx'

/** The reader's notifications outside the app. */
export function NotificationsPage() {
  return (
    <Page
      title={t`Notifications`}
      lead={t`Your mail here has everything. You can also be told elsewhere that something happened: never what anybody wrote to you.`}
      actions={
        <LinkButton to="/profile">
          <Trans>Your profile</Trans>
        </LinkButton>
      }
    >
      <SignedIn reason={t`Sign in to choose where you are told.`}>
        <Channels />
      </SignedIn>
    </Page>
  )
}

function Channels() {
  const { address } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['notifications', address],
    queryFn: furrow.notifications.get,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? 3_000 : false),
  })
  if (error) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading your notifications`} />
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[1fr_22rem]">
      <div className="grid min-w-0 gap-8">
        <section className="grid min-w-0 gap-4" aria-label={t`Where you are told`}>
          {data.channels.length === 0 && (
            <p className="border-t border-line pt-5 text-muted">
              <Trans>You are told nowhere else yet.</Trans>
            </p>
          )}
          {data.channels.map(channel => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
        </section>
        <Follows />
      </div>
      <div className="grid min-w-0 gap-6">
        <AddChannel email={data.email} />
        {data.pushKey && <PushCard pushKey={data.pushKey} />}
      </div>
    </div>
  )
}

/** An address is confirmed elsewhere, and a challenge is answered soon, so the page asks again. */
function isWaiting(data: Notifications | undefined): boolean {
  return data?.channels.some(({ state }) => state === 'asked') ?? false
}
