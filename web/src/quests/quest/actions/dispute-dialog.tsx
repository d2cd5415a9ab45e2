import type { Quest } from '@furrow/sdk'
import { useState } from 'react'
import { furrow } from '../../../service/furrow.ts'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { DisputeRule } from '../../dispute-rule.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function DisputeDialog({ quest, farmer }: { quest: Quest; farmer: string }) {
  const [reason, setReason] = useState('')
  const act = useQuestAct(() => furrow.quests.dispute(quest.id, farmer, reason), 'The payment is held.')
  return (
    <FormDialog
      title="Dispute this work"
      description="The payment is held. The farmer reads your reason."
      label="Dispute"
      variant="danger"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync()}
    >
      <p className="text-sm text-muted">
        <DisputeRule rail={quest.funding.rail} />
      </p>
      <Field label="Reason">
        {bound => (
          <TextArea
            {...bound}
            value={reason}
            required
            maxLength={5_000}
            onChange={event => setReason(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
