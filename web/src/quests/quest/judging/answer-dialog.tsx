import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { furrow } from '../../../service/furrow.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { useHanded } from './handed-fields.tsx'

/** The farmer's one answer to a dispute of their work. */
export function AnswerDialog({ quest }: { quest: Quest }) {
  const { handed, fields, forget } = useHanded(`answer ${quest.id}`)
  const act = useQuestAct(() => furrow.quests.answer(quest.id, handed), t`Your answer is there.`)
  return (
    <FormDialog
      title={t`Answer the dispute`}
      description={t`Once, for everybody to read. More can be added as evidence.`}
      label={t`Answer the dispute`}
      variant="primary"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      {fields}
    </FormDialog>
  )
}
