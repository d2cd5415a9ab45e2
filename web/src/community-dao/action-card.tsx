import type { Ballot } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { TextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Section } from '../ui/section.tsx'
import { lengthOf, When } from '../ui/time.tsx'
import { actionWords } from './action-words.ts'

type ActionCardProps = { id: string; ballot: Ballot; vetoes: boolean }

/** The action that the service does if the first choice wins, and how far it is. */
export function ActionCard({ id, ballot, vetoes }: ActionCardProps) {
  const { action, actionState, choices, vetoHours } = ballot
  if (action === null || actionState === null) return null
  const { at, dueAt, reason, state } = actionState
  const [first] = choices
  const hours = lengthOf(vetoHours, 'hour')
  return (
    <Section className="grid gap-3">
      <h2 className="text-xl font-semibold">
        <Trans>What follows</Trans>
      </h2>
      <p className="[overflow-wrap:anywhere]">{actionWords(action)}</p>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">
        {state === 'open' && (
          <Trans>
            Done by the service {hours} after the end, if “<bdi>{first}</bdi>” wins and the Genesis Creator
            does not veto it.
          </Trans>
        )}
        {state === 'waiting' && dueAt && (
          <Trans>
            Done <When at={dueAt} exact />, unless the Genesis Creator vetoes it.
          </Trans>
        )}
        {state === 'done' && at && (
          <Trans>
            Done <When at={at} exact />.
          </Trans>
        )}
        {state === 'failed' && reason && t`It could not be done: ${reason}`}
        {state === 'lapsed' && t`Not done: it was not accepted.`}
        {state === 'vetoed' && at && (
          <Trans>
            The Genesis Creator vetoed it <When at={at} exact />: <bdi>{reason}</bdi>
          </Trans>
        )}
      </p>
      {vetoes && state === 'waiting' && <Veto id={id} />}
    </Section>
  )
}

/** A veto of the Genesis Creator, with its reason. */
export function Veto({ id }: { id: string }) {
  const [reason, setReason] = useState('')
  const veto = useAct(() => furrow.communityDao.veto(id, reason.trim()), {
    done: t`It will not be done.`,
    invalidate: [['community-dao']],
  })
  return (
    <FormDialog
      label={t({ message: 'Veto', context: 'action' })}
      title={t`Veto what was decided?`}
      description={t`It will not be done. The vote and your reason stay here for everyone to read.`}
      variant="danger"
      busy={veto.isPending}
      onSubmit={() => veto.mutateAsync()}
    >
      <TextField label={t`Reason`} required maxLength={2_000} value={reason} onText={setReason} />
    </FormDialog>
  )
}
