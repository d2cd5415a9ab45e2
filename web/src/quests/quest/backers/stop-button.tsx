import type { Backer } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** Ends what somebody adds: by themselves, or by the giver. */
export function StopButton({
  id,
  backer,
  isOwn,
}: {
  id: string
  backer: Pick<Backer, 'address'>
  isOwn: boolean
}) {
  const who = useNameOf(backer.address)
  const stop = useQuestAct(
    () => furrow.quests.stopBacking(id, isOwn ? undefined : backer.address),
    isOwn ? t`You add nothing any more.` : t`This addition is over; its backer was told.`,
  )
  return (
    <ConfirmButton
      busy={stop.isPending}
      question={
        isOwn
          ? t`Your addition goes back to you, and farmers see the smaller sum. While nobody has a place you can add again.`
          : t`The addition of ${who} goes back to them, and farmers see the smaller sum.`
      }
      onConfirm={() => stop.mutate()}
    >
      {isOwn ? (
        <Trans>Stop adding</Trans>
      ) : (
        <>
          <Trans>End this</Trans> <span className="sr-only">{who}</span>
        </>
      )}
    </ConfirmButton>
  )
}
