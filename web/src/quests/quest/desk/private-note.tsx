import type { DeskPlace } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { useKept } from '../../../auth/use-kept.ts'
import { furrow } from '../../../service/furrow.ts'
import { useAct } from '../../../service/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckedForm } from '../../../ui/checked-form.tsx'
import { Field, Input, TextArea } from '../../../ui/field.tsx'

const longest = { label: 40, note: 2_000 }

type PrivateNoteProps = {
  questId: string
  place: DeskPlace
  /** Labels that the giver used in this quest before. */
  labels: readonly string[]
  onDone: () => void
}

/** A label and a note of the giver's own on a place. */
export function PrivateNote({ questId, place, labels, onDone }: PrivateNoteProps) {
  const known = useId()
  const [{ label, note }, setTyped, forget] = useKept(`note ${questId} ${place.address}`, {
    label: place.label ?? '',
    note: place.note ?? '',
  })
  const keep = useAct(
    () =>
      furrow.quests.noteOn(questId, place.address, {
        label: label.trim() || null,
        note: note.trim() || null,
      }),
    { invalidate: [['quests', questId, 'desk']], done: t`Your note is kept.` },
  )
  async function submit() {
    await keep.mutateAsync()
    forget()
    onDone()
  }
  return (
    <CheckedForm
      onSubmit={() => submit().catch(() => {})}
      className="grid gap-3 rounded-xl border border-dashed border-line p-3"
    >
      <Field label={t`Label`}>
        {bound => (
          <Input
            {...bound}
            list={known}
            value={label}
            maxLength={longest.label}
            onChange={event => setTyped({ label: event.target.value, note })}
          />
        )}
      </Field>
      <datalist id={known}>
        {labels.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <Field label={t`Private note`} hint={t`Nobody but you reads the label and the note.`}>
        {bound => (
          <TextArea
            {...bound}
            rows={3}
            value={note}
            maxLength={longest.note}
            onChange={event => setTyped({ label, note: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={keep.isPending}>
          <Trans>Keep it</Trans>
        </Button>
        <Button variant="quiet" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </CheckedForm>
  )
}
