import type { ModerationAction } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useKept } from '../auth/use-kept.ts'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import type { ButtonVariant } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'

type Action = ModerationAction['action']

const words: Readonly<Record<Action, { label: string; description: string; variant: ButtonVariant }>> = {
  hide: {
    label: t`Hide`,
    description: t`Others no longer see it. Nothing is deleted; work under way goes on, and is paid.`,
    variant: 'danger',
  },
  restore: { label: t`Show again`, description: t`Everybody sees it again, as it was.`, variant: 'plain' },
  freeze: {
    label: t`Freeze the wallet`,
    description: t`It may read, finish what is under way and be paid, and begins nothing new.`,
    variant: 'danger',
  },
  unfreeze: { label: t`Free the wallet`, description: t`It can do everything again.`, variant: 'plain' },
  dismiss: {
    label: t({ message: 'Dismiss', context: 'action' }),
    description: t`Nothing happens to it. Its owner is not told that somebody reported it.`,
    variant: 'plain',
  },
}

type DecideDialogProps = Omit<ModerationAction, 'reason'> & { of: ReactNode }

/** A moderator's decision about something, which takes a reason. */
export function DecideDialog({ action, kind, id, of }: DecideDialogProps) {
  const { label, description, variant } = words[action]
  const [reason, setReason, forget] = useKept(`moderation ${action} ${kind} ${id}`, '')
  const act = useAct(() => furrow.moderation.act({ action, kind, id, reason }), {
    done: t`It is done, and in the log.`,
    invalidate: [['moderation'], ['quests'], ['profile'], ['community-dao'], ['files']],
  })
  return (
    <FormDialog
      title={label}
      description={description}
      label={label}
      of={of}
      variant={variant}
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <TextField
        label={t`Reason`}
        hint={action === 'dismiss' ? t`For the log.` : t`Its owner reads it, and can answer.`}
        value={reason}
        required
        maxLength={2_000}
        onText={setReason}
      />
    </FormDialog>
  )
}
