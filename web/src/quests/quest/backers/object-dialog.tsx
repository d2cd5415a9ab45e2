import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { Person } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { DisputeRule } from '../../dispute-rule.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** A backer objects to paying their own part for work in review. */
export function ObjectDialog({ id, farmer }: { id: string; farmer: string }) {
  const who = <Person address={farmer} />
  const [reason, setReason, forget] = useKept(`object ${id} ${farmer}`, '')
  const act = useQuestAct(
    () => furrow.quests.object(id, { farmer, reason: reason.trim() }),
    t`You object: your part is held until it is decided.`,
  )
  return (
    <FormDialog
      title={<Trans>Object to paying for the work of {who}</Trans>}
      description={t`It concerns your part alone. The quest goes on, the giver and the others pay theirs, and the farmer reads your reason and can answer it.`}
      label={t({ message: 'Object', context: 'action' })}
      variant="danger"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <p className="text-sm text-muted">
        <DisputeRule of={{ rail: 'ledger' }} />{' '}
        <Trans>Where the work is given back to the farmer, your objection falls away.</Trans>
      </p>
      <TextField label={t`Reason`} value={reason} required maxLength={5_000} onText={setReason} />
    </FormDialog>
  )
}
