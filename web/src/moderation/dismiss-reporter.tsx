import { t } from '@lingui/core/macro'
import { useKept } from '../auth/use-kept.ts'
import { useNameOf } from '../service/address-link.tsx'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

/** Closes all reports of one wallet at once. */
export function DismissReporter({ reporter }: { reporter: string }) {
  const who = useNameOf(reporter)
  const [reason, setReason, forget] = useKept(`dismiss reports ${reporter}`, '')
  const act = useAct(() => furrow.moderation.dismissReporter({ reporter, reason }), {
    done: t`It is done, and in the log.`,
    invalidate: [['moderation']],
  })
  return (
    <FormDialog
      title={t`Dismiss all reports of this wallet`}
      description={t`All its open reports are closed. Reports of others stay open.`}
      label={t`Dismiss all of this wallet`}
      of={<span className="sr-only"> {who}</span>}
      variant="quiet"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <TextField
        label={t`Reason`}
        hint={t`For the log.`}
        value={reason}
        required
        maxLength={2_000}
        onText={setReason}
      />
    </FormDialog>
  )
}
