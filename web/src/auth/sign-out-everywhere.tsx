import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { useSession } from './session.tsx'

/** For people who lost a device, or left a session on somebody else's. */
export function SignOutEverywhere() {
  const { signOut } = useSession()
  const { mutate, isPending } = useAct(
    async () => {
      await furrow.signOutEverywhere()
      signOut()
    },
    { done: t`You are signed out on every device.` },
  )
  return (
    <ConfirmButton
      question={t`This ends your sessions on all devices, this one too. To go on, you sign in again.`}
      busy={isPending}
      onConfirm={mutate}
    >
      <Trans>Sign out everywhere</Trans>
    </ConfirmButton>
  )
}
