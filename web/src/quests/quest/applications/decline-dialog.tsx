import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { Person } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function DeclineDialog({ quest, farmer }: { quest: Quest; farmer: string }) {
  const who = <Person address={farmer} />
  const [reason, setReason, forget] = useKept(`decline ${quest.id} ${farmer}`, '')
  const act = useQuestAct(
    () => furrow.quests.decline(quest.id, farmer, reason.trim() || undefined),
    t`The application is declined.`,
  )
  return (
    <FormDialog
      title={<Trans>Decline the application of {who}</Trans>}
      description={t`The farmer is told, and cannot apply for this quest again.`}
      label={t`Decline`}
      variant="danger"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <TextField
        label={t`Reason`}
        hint={t`Optional. Only the farmer reads it.`}
        value={reason}
        maxLength={1_000}
        onText={setReason}
      />
    </FormDialog>
  )
}
