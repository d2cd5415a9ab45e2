import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useKept } from '../../../auth/use-kept.ts'
import { Person } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { Field, Select, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'
import { notPercent, readPercent } from './percent.ts'
import { PercentField } from './percent-field.tsx'
import { WhoGets } from './who-gets.tsx'

type Outcome = 'pay' | 'refund' | 'split'

/** The arbiter decides for one side or gives each a part, gives a reason, and sees the amounts before sending. */
export function DecideDialog({ quest, farmer }: { quest: Quest; farmer: string }) {
  const who = <Person address={farmer} />
  // Nothing is chosen beforehand: neither side has an advantage.
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [percent, setPercent] = useState('50')
  const [reason, setReason, forget] = useKept(`decide ${quest.id} ${farmer}`, '')
  const share = readPercent(percent)
  const act = useQuestAct(
    (decided: Outcome) =>
      furrow.quests.resolve(quest.id, farmer, decided, {
        ...(outcome === 'split' && { share: (share ?? 0) / 10_000 }),
        ...(reason && { reason }),
      }),
    t`The dispute is decided.`,
  )
  const isWrong = outcome === 'split' && share === null
  return (
    <FormDialog
      title={<Trans>Decide about the work of {who}</Trans>}
      description={t`This cannot be undone. Both sides read your reason, and so can everybody else.`}
      label={t`Decide`}
      variant="primary"
      busy={act.isPending}
      onSubmit={() =>
        isWrong || outcome === null
          ? Promise.reject(new Error('nothing is chosen'))
          : act.mutateAsync(outcome).then(forget)
      }
    >
      <Field label={t`Outcome`}>
        {bound => (
          <Select
            {...bound}
            required
            value={outcome ?? ''}
            onChange={event => setOutcome((event.target.value || null) as Outcome | null)}
          >
            <option value="" disabled>
              {t`Choose one of them.`}
            </option>
            <option value="pay">
              <Trans>Pay the farmer</Trans>
            </option>
            <option value="refund">
              <Trans>Refund the giver</Trans>
            </option>
            <option value="split">
              <Trans>Split it</Trans>
            </option>
          </Select>
        )}
      </Field>
      {outcome === 'split' && (
        <PercentField value={percent} onChange={setPercent} error={isWrong ? notPercent : undefined} />
      )}
      <TextField label={t`Reason`} value={reason} required maxLength={5_000} onText={setReason} />
      {!isWrong && outcome !== null && (
        <WhoGets quest={quest} share={{ pay: 10_000, refund: 0, split: share ?? 0 }[outcome]} />
      )}
    </FormDialog>
  )
}
