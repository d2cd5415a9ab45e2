import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** The service takes it from entrants alone. */
export function DisputeRanking({ quest }: { quest: Quest }) {
  return (
    <WithReason
      title={t`Dispute the ranking`}
      description={t`For those who have entered. The prizes are held until the platform wallet decides; everybody can read your reason.`}
      act={reason => furrow.quests.disputeRanking(quest.id, reason)}
      done={t`The ranking is disputed.`}
    />
  )
}

/** The platform wallet upholds the ranking; to make another, it ranks the entries anew. */
export function ResolveRanking({ quest }: { quest: Quest }) {
  return (
    <WithReason
      title={t`Uphold the ranking`}
      description={t`The ranking holds, and its winners are paid. To rank anew, fill in the form below instead.`}
      act={reason => furrow.quests.resolveRanking(quest.id, { reason })}
      done={t`The dispute is decided.`}
    />
  )
}

type WithReasonProps = {
  title: string
  description: string
  act: (reason: string) => Promise<unknown>
  done: string
}

/** A button with the title, which asks for the reason. */
function WithReason({ title, description, act, done }: WithReasonProps) {
  const [reason, setReason] = useState('')
  const decide = useQuestAct(() => act(reason.trim()), done)
  return (
    <div>
      <FormDialog
        title={title}
        description={description}
        label={title}
        busy={decide.isPending}
        onSubmit={() => decide.mutateAsync()}
      >
        <ReasonField value={reason} onText={setReason} />
      </FormDialog>
    </div>
  )
}

export function ReasonField({ value, onText }: { value: string; onText: (value: string) => void }) {
  return (
    <TextField label={t`The reason`} name="reason" required maxLength={5_000} value={value} onText={onText} />
  )
}
