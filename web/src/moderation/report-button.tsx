import type { ReportedKind, ReportReason } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { useKept } from '../auth/use-kept.ts'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { sameAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select, TextField } from '../ui/field.tsx'
import { FormInDialog } from '../ui/form-dialog.tsx'
import { reasons } from './words.ts'

type ReportButtonProps = {
  kind: ReportedKind
  id: string
  /** Nobody reports what is their own. */
  owner: string
  /** Moderators see it only by this report; the reporter has to agree to that. */
  isPrivate?: boolean
  /** Distinguishes this button from others, for screen readers. */
  of?: ReactNode
}

const titles: Readonly<Record<ReportedKind, string>> = {
  quest: t`Report this quest`,
  comment: t`Report this comment`,
  letter: t`Report this letter`,
  profile: t`Report this profile`,
  proposal: t`Report this proposal`,
  file: t`Report this file`,
  wallet: t`Report this wallet`,
  entry: t`Report this entry`,
}

const label = () => t({ message: 'Report', context: 'action' })

/** A conversation has hundreds of them: each is a button, and its form is there once somebody opens it. */
export function ReportButton({ of, ...report }: ReportButtonProps) {
  const { address } = useSession()
  const [open, setOpen] = useState<boolean | null>(null)
  if (address === null || sameAddress(address, report.owner)) return null
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {label()}
        {of}
      </Button>
      {open !== null && <Report {...report} open={open} onOpenChange={setOpen} />}
    </>
  )
}

type ReportProps = Omit<ReportButtonProps, 'of'> & {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function Report({ kind, id, isPrivate = false, open, onOpenChange }: ReportProps) {
  const [reason, setReason] = useState<ReportReason>('spam')
  const [note, setNote, forget] = useKept(`report ${kind} ${id}`, '')
  const report = useAct(
    () => furrow.moderation.report({ kind, id, reason, note, ...(isPrivate && { disclose: true }) }),
    { done: t`The moderators are told. They decide what happens.` },
  )
  return (
    <FormInDialog
      title={titles[kind]}
      description={t`Moderators look at it. A report hides nothing by itself, and only they read who reported.`}
      label={label()}
      variant="quiet"
      busy={report.isPending}
      onSubmit={() => report.mutateAsync().then(forget)}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Field label={t`What is wrong`}>
        {bound => (
          <Select {...bound} value={reason} onChange={event => setReason(event.target.value as ReportReason)}>
            {Object.entries(reasons).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <TextField label={t`For the moderators (optional)`} value={note} maxLength={2_000} onText={setNote} />
      {isPrivate && (
        <label className="flex items-start gap-3">
          <input type="checkbox" required className="mt-0.5 size-5 accent-moss" />
          <span>
            {kind === 'letter' ? (
              <Trans>Show this letter to the moderators, who read no mail otherwise</Trans>
            ) : (
              <Trans>Show this file to the moderators, who see no evidence otherwise</Trans>
            )}
          </span>
        </label>
      )}
    </FormInDialog>
  )
}
