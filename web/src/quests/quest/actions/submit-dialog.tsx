import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { AttachText } from '../../../files/attach.tsx'
import { furrow } from '../../../service/furrow.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function SubmitDialog({ quest }: { quest: Quest }) {
  const [{ url, note }, setWork, forget] = useKept(`work ${quest.id}`, { url: '', note: '' })
  const act = useQuestAct(
    () => furrow.quests.submit(quest.id, { ...(url && { url }), ...(note && { note }) }),
    t`Your work is in review.`,
  )
  return (
    <FormDialog
      title={t`Hand in your work`}
      description={
        quest.funding.rail === 'chain'
          ? t`The giver has time to look at it. Unless they dispute it, the contract pays you when the review is over.`
          : t`The giver has time to look at it. Unless they dispute it, the reward is released to you when the review is over.`
      }
      label={t`Hand in`}
      variant="primary"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <Field label={t`Where it can be seen`} hint={t`An address on the web. Optional if you write a note.`}>
        {bound => (
          <Input
            {...bound}
            type="url"
            value={url}
            required={note === ''}
            data-missing={t`Give an address, or write a note.`}
            maxLength={2_000}
            placeholder="https://"
            onChange={event => setWork({ url: event.target.value, note })}
          />
        )}
      </Field>
      <Field label={t`Note`} hint={t`Markdown.`}>
        {bound => (
          <AttachText
            {...bound}
            value={note}
            maxLength={5_000}
            onText={text => setWork({ url, note: text })}
          />
        )}
      </Field>
    </FormDialog>
  )
}
