import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** The service takes it from entrants alone. */
export function DisputeRanking({ quest }: { quest: Quest }) {
  const [reason, setReason] = useState('')
  const dispute = useQuestAct(
    () => furrow.quests.disputeRanking(quest.id, reason.trim()),
    t`The ranking is disputed.`,
  )
  return (
    <div>
      <FormDialog
        title={t`Dispute the ranking`}
        description={t`For those who have entered. The prizes are held until the platform wallet decides; everybody can read your reason.`}
        label={t`Dispute the ranking`}
        busy={dispute.isPending}
        onSubmit={() => dispute.mutateAsync()}
      >
        <TextField
          label={t`The reason`}
          name="reason"
          required
          maxLength={5_000}
          value={reason}
          onText={setReason}
        />
      </FormDialog>
    </div>
  )
}

/** The platform wallet upholds the ranking; to make another, it ranks the entries anew. */
export function ResolveRanking({ quest }: { quest: Quest }) {
  const [reason, setReason] = useState('')
  const resolve = useQuestAct(
    () => furrow.quests.resolveRanking(quest.id, { reason: reason.trim() }),
    t`The dispute is decided.`,
  )
  return (
    <div>
      <FormDialog
        title={t`Uphold the ranking`}
        description={t`The ranking holds, and its winners are paid. To rank anew, fill in the form below instead.`}
        label={t`Uphold the ranking`}
        busy={resolve.isPending}
        onSubmit={() => resolve.mutateAsync()}
      >
        <TextField
          label={t`The reason`}
          name="reason"
          required
          maxLength={5_000}
          value={reason}
          onText={setReason}
        />
      </FormDialog>
    </div>
  )
}
