import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function ApplyDialog({ quest }: { quest: Quest }) {
  const [note, setNote, forget] = useKept(`apply ${quest.id}`, '')
  const act = useQuestAct(
    () => furrow.quests.apply(quest, note.trim() || undefined),
    t`You applied. The giver was told.`,
  )
  return (
    <FormDialog
      title={t`Apply for a place`}
      description={t`The giver chooses among those who apply, and sees what you did before. Nobody else sees that you applied.`}
      label={t`Apply`}
      variant="primary"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <TextField
        label={t`Note`}
        hint={t`Optional: why you, and when you could begin.`}
        value={note}
        maxLength={2_000}
        onText={setNote}
      />
    </FormDialog>
  )
}
