import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { Person } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { DisputeRule } from '../../dispute-rule.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function DisputeDialog({ quest, farmer }: { quest: Quest; farmer: string }) {
  const who = <Person address={farmer} />
  const [reason, setReason, forget] = useKept(`dispute ${quest.id} ${farmer}`, '')
  const act = useQuestAct(() => furrow.quests.dispute(quest.id, farmer, reason), t`The payment is held.`)
  return (
    <FormDialog
      title={<Trans>Dispute the work of {who}</Trans>}
      description={t`The payment is held. The farmer reads your reason.`}
      label={t({ message: 'Dispute', context: 'action' })}
      variant="danger"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <p className="text-sm text-muted">
        <DisputeRule of={quest.funding} />
      </p>
      <TextField label={t`Reason`} value={reason} required maxLength={5_000} onText={setReason} />
    </FormDialog>
  )
}
