import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'

const isAble = () => 'serviceWorker' in navigator && 'PushManager' in window

/** Asks the browser to show notifications, also while no page of ours is open. */
export function PushCard({ pushKey }: { pushKey: string }) {
  const subscribe = useAct(() => subscribeHere(pushKey), {
    done: t`This browser tells you from now on.`,
    invalidate: [['notifications']],
  })
  return (
    <Section className="grid gap-4">
      <h2 className="text-xl font-semibold">
        <Trans>In this browser</Trans>
      </h2>
      <p className="text-sm text-muted">
        {isAble()
          ? t`It shows what happens, also while this page is closed.`
          : t`This browser cannot show notifications of pages that are closed. On an iPhone, add this page to the home screen first.`}
      </p>
      {isAble() && (
        <div>
          <Button busy={subscribe.isPending} onClick={() => subscribe.mutate()}>
            <Trans>Tell me here</Trans>
          </Button>
        </div>
      )}
    </Section>
  )
}

async function subscribeHere(pushKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error(
      t`The browser was told not to show notifications of this page. Allow them in its settings first.`,
    )
  const worker = await navigator.serviceWorker.register('/push-worker.js')
  await navigator.serviceWorker.ready
  const subscription = await worker.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
    .catch(() => {
      throw new Error(t`The push service of this browser cannot be reached. Try again later.`)
    })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  await furrow.notifications.add({
    kind: 'push',
    push: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } },
  })
}
