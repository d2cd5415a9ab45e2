import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { Person } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { When } from '../../../ui/time.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { mayFree } from './idle.ts'

/** For the giver of a place without work: frees it, or tells from when on that is possible. */
export function FreePlace({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const who = <Person address={farmer.address} />
  const [reason, setReason, forget] = useKept(`free ${quest.id} ${farmer.address}`, '')
  const act = useQuestAct(
    () => furrow.quests.remove(quest.id, farmer.address, reason.trim() || undefined),
    t`The place is free again.`,
  )
  if (farmer.status !== 'accepted' || farmer.idleAt === null) return null
  if (!mayFree(farmer))
    return (
      <p className="text-sm text-muted">
        {farmer.keptAt && (
          <>
            <Trans>The farmer is still on it.</Trans>{' '}
          </>
        )}
        <Trans>
          You can free the place from <When at={farmer.idleAt} exact /> on, if there is no work by then.
        </Trans>
      </p>
    )
  return (
    <FormDialog
      title={<Trans>Free the place of {who}</Trans>}
      description={t`There is no work in it. The farmer is told, and loses the place; somebody else can take it.`}
      label={t`Free the place`}
      variant="danger"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <TextField
        label={t`Reason`}
        hint={t`Optional. Only the farmer reads it.`}
        value={reason}
        maxLength={1_000}
        onText={setReason}
      />
    </FormDialog>
  )
}
