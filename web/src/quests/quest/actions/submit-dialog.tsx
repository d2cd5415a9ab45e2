import type { Quest } from '@furrow/sdk'
import { useState } from 'react'
import { furrow } from '../../../service/furrow.ts'
import { Field, Input, TextArea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function SubmitDialog({ quest }: { quest: Quest }) {
  const [url, setUrl] = useState('')
  const [note, setNote] = useState('')
  const act = useQuestAct(
    () => furrow.quests.submit(quest.id, { ...(url && { url }), ...(note && { note }) }),
    'Your work is in review.',
  )
  return (
    <FormDialog
      title="Hand in your work"
      description="The giver may look at it. Unless he disputes it, you are paid by itself."
      label="Hand in"
      variant="primary"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync()}
    >
      <Field label="Where it can be seen" hint="An address on the web. Optional if you write a note.">
        {bound => (
          <Input
            {...bound}
            type="url"
            value={url}
            required={note === ''}
            maxLength={2_000}
            placeholder="https://"
            onChange={event => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field label="Note">
        {bound => (
          <TextArea
            {...bound}
            value={note}
            maxLength={5_000}
            onChange={event => setNote(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
