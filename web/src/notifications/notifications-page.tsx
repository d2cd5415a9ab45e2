import type { Notifications } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
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
      lead={t`Your mail here has everything. Elsewhere you are told that something happened, and never what anybody wrote to you.`}
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
  const heading = useId()
  const { address } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['notifications', address],
    queryFn: furrow.notifications.get,
    refetchInterval: ({ state }) => (isWaiting(state.data) ? 3_000 : false),
  })
  if (error && !data) return <Failed error={error} retry={refetch} />
  if (!data) return <Loading label={t`Loading your notifications`} />
  return (
    <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <section className="grid min-w-0 gap-4 border-t border-line pt-5" aria-labelledby={heading}>
        <h2 id={heading} className="text-xl font-semibold">
          <Trans>Where you are told</Trans>
        </h2>
        <InMail />
        {data.channels.length === 0 && (
          <p className="text-muted">
            <Trans>You are told nowhere else yet.</Trans>
          </p>
        )}
        {data.channels.map(channel => (
          <ChannelCard key={channel.id} channel={channel} />
        ))}
      </section>
      {/* On a phone the next step comes before what is followed. */}
      <div className="grid min-w-0 gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {data.pushKey && <PushCard pushKey={data.pushKey} />}
        <AddChannel email={data.email} />
      </div>
      <Follows />
    </div>
  )
}

/** The one place where everything is told, which nobody can switch off. */
function InMail() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold">
          <Trans>Your mail here</Trans>
        </h3>
        <p className="text-sm text-muted">
          <Trans>Everything, at once. It is always on.</Trans>
        </p>
      </div>
      <LinkButton to="/mail" variant="quiet">
        <Trans>Open your mail</Trans>
      </LinkButton>
    </div>
  )
}

/** An address is confirmed elsewhere, and a challenge is answered soon, so the page asks again. */
function isWaiting(data: Notifications | undefined): boolean {
  return data?.channels.some(({ state }) => state === 'asked') ?? false
}
