import type { Assignment, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Person } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

const day = 86_400_000
/** As the service has it. */
const mostExtensions = 2

/** For the giver, at a place without work: gives its farmer more time. */
export function MoreTime({ quest, farmer }: { quest: Quest; farmer: Assignment }) {
  const who = <Person address={farmer.address} />
  const [days, setDays] = useState('7')
  const act = useQuestAct(
    () => furrow.quests.extend(quest.id, farmer.address, laterBy(farmer, Number(days))),
    t`The farmer has more time.`,
  )
  if (farmer.status !== 'accepted' || farmer.expiresAt === null) return null
  if ((farmer.extensions ?? 0) >= mostExtensions) return null
  return (
    <FormDialog
      title={<Trans>Give {who} more time</Trans>}
      description={t`The place ends later, and cannot be freed before then. The farmer is told. A place can be extended twice.`}
      label={t`Give more time`}
      busy={act.isPending}
      onSubmit={() => act.mutateAsync()}
    >
      <Field label={t`Days`}>
        {bound => (
          <Input
            {...bound}
            type="number"
            name="days"
            min={1}
            max={366}
            required
            value={days}
            onChange={event => setDays(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

function laterBy({ expiresAt }: Assignment, days: number): string {
  return new Date(Date.parse(expiresAt ?? '') + days * day).toISOString()
}
