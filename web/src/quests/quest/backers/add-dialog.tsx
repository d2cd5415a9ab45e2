import { type Quest, times } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../../auth/session.tsx'
import { useKept } from '../../../auth/use-kept.ts'
import { furrow } from '../../../service/furrow.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Estimate } from '../../estimate.tsx'
import { exactProblem } from '../../typed-amount.ts'
import { useQuestAct } from '../../use-quest-act.ts'
import { isWorkedOn, ownAddition, placesAhead } from './may-add.ts'

/** The amount for each place, its sum, and what follows from it, before it is promised; on chain it is paid in next. */
export function AddDialog({ quest }: { quest: Quest }) {
  const [typed, setTyped, forget] = useKept(`add to ${quest.id}`, '')
  const amount = typed.trim()
  const { rewardToken: token } = quest
  const onChain = quest.funding.rail === 'chain'
  const problem = exactProblem(amount, token)
  const add = useAdd(quest, amount)
  return (
    <FormDialog
      title={t`Add to the reward`}
      description={
        onChain
          ? t`You pay it into the escrow contract with your wallet next. It counts once it is there.`
          : t`You promise it here, and pay it yourself from your own wallet once work is released.`
      }
      label={t`Add to the reward`}
      busy={add.isBusy}
      onSubmit={() => (problem === undefined ? add.run().then(forget) : Promise.reject(problem))}
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
      {onChain ? <OnChain quest={quest} /> : <Consequences quest={quest} />}
    </FormDialog>
  )
}

/** On chain the page of the addition follows, where its deposit is paid in. */
function useAdd(quest: Quest, amount: string) {
  const { address } = useSession()
  const go = useNavigate()
  const onChain = quest.funding.rail === 'chain'
  const act = useQuestAct(
    () => furrow.quests.back(quest.id, amount),
    onChain ? t`Now pay it in.` : t`You add to this reward now; the giver was told.`,
  )
  const run = async () => {
    const own = ownAddition(await act.mutateAsync(), address)
    if (onChain && own !== undefined) await go({ to: '/quests/$id', params: { id: own.questId } })
  }
  return { isBusy: act.isPending, run }
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
    <List>
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
        <Ending quest={quest} />{' '}
        <Trans>
          While work is in review you can object to paying your part: that concerns your part alone, and the
          quest goes on.
        </Trans>
      </li>
      <Seen />
    </List>
  )
}

function OnChain({ quest }: { quest: Quest }) {
  return (
    <List>
      <li>
        <Trans>
          The giver decides about the work. Once they have released it, a window of your own begins: say
          nothing, and the contract pays the farmer your part.
        </Trans>
      </li>
      <li>
        <Trans>
          In that window you can dispute your part alone with your wallet, and the arbiter of your deposit
          decides.
        </Trans>
      </li>
      <li>
        <Trans>The part that nobody earns you take back from the contract.</Trans> <Ending quest={quest} />
      </li>
      <Seen />
    </List>
  )
}

function List({ children }: { children: React.ReactNode }) {
  return <ul className="grid list-disc gap-1.5 pl-5 text-sm text-muted">{children}</ul>
}

function Ending({ quest }: { quest: Quest }) {
  return isWorkedOn(quest) ? (
    <Trans>Somebody has a place already, so you cannot end it until their work is decided.</Trans>
  ) : (
    <Trans>You can end it until somebody takes a place.</Trans>
  )
}

function Seen() {
  return (
    <li>
      <Trans>You get no points for it. Others see your name and the amount.</Trans>
    </li>
  )
}
