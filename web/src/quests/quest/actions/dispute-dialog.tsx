import type { Quest } from '@furrow/sdk'
import { useKept } from '../../../auth/use-kept.ts'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { DisputeRule } from '../../dispute-rule.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function DisputeDialog({ quest, farmer }: { quest: Quest; farmer: string }) {
  const [reason, setReason, forget] = useKept(`dispute ${quest.id} ${farmer}`, '')
  const act = useQuestAct(() => furrow.quests.dispute(quest.id, farmer, reason), 'The payment is held.')
  return (
    <FormDialog
      title="Dispute this work"
      description="The payment is held. The farmer reads your reason."
      label="Dispute"
      variant="danger"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <p className="text-sm text-muted">
        <DisputeRule rail={quest.funding.rail} />
      </p>
      <TextField label="Reason" value={reason} required maxLength={5_000} onText={setReason} />
    </FormDialog>
  )
}
