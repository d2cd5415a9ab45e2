import { type Quest, times } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { furrow } from '../../../service/furrow.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Estimate } from '../../estimate.tsx'
import { exactProblem } from '../../typed-amount.ts'
import { useQuestAct } from '../../use-quest-act.ts'
import { isWorkedOn, placesAhead } from './may-add.ts'

/** The amount for each place, its sum, and what follows from it, before it is promised. */
export function AddDialog({ quest }: { quest: Quest }) {
  const [typed, setTyped, forget] = useKept(`add to ${quest.id}`, '')
  const amount = typed.trim()
  const { rewardToken: token } = quest
  const problem = exactProblem(amount, token)
  const act = useQuestAct(
    () => furrow.quests.back(quest.id, amount),
    t`You add to this reward now; the giver was told.`,
  )
  return (
    <FormDialog
      title={t`Add to the reward`}
      description={t`You promise it here, and pay it yourself from your own wallet once work is released.`}
      label={t`Add to the reward`}
      busy={act.isPending}
      onSubmit={() => (problem === undefined ? act.mutateAsync().then(forget) : Promise.reject(problem))}
    >
      <Field label={t`For each place, in ${token}`} error={amount === '' ? undefined : problem}>
        {bound => (
          <Input
            {...bound}
            inputMode="decimal"
            placeholder="20"
            required
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Total quest={quest} amount={problem === undefined ? amount : '0'} />
      <Consequences quest={quest} />
    </FormDialog>
  )
}

function Total({ quest, amount }: { quest: Quest; amount: string }) {
  const places = placesAhead(quest)
  const total = times(amount, places)
  return (
    <p aria-live="polite">
      <Trans>
        Together: <Amount amount={total} token={quest.rewardToken} />
      </Trans>{' '}
      <Estimate amount={total} token={quest.rewardToken} />{' '}
      <span className="text-sm text-muted">
        <Plural
          value={places}
          one="for the one place that is not over"
          other="for # places that are not over"
        />
      </span>
    </p>
  )
}

function Consequences({ quest }: { quest: Quest }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted">
      <li>
        <Trans>
          The giver decides about the work, and your part follows: for each place whose work is released you
          owe its farmer your part.
        </Trans>
      </li>
      <li>
        <Trans>The part that nobody earns goes back to you.</Trans>
      </li>
      <li>
        {isWorkedOn(quest) ? (
          <Trans>Somebody has a place already, so you cannot end it until their work is decided.</Trans>
        ) : (
          <Trans>You can end it until somebody takes a place.</Trans>
        )}{' '}
        <Trans>
          While work is in review you can object to paying your part: that concerns your part alone, and the
          quest goes on.
        </Trans>
      </li>
      <li>
        <Trans>You get no points for it. Others see your name and the amount.</Trans>
      </li>
    </ul>
  )
}
