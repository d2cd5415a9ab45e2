import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useKept } from '../../auth/use-kept.ts'
import { furrow } from '../../service/furrow.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input, TextField } from '../../ui/field.tsx'
import { useQuestAct } from '../use-quest-act.ts'
import { editsOf, fromQuest } from './edits.ts'
import { ProofFields, RewardFields, WorkFields } from './quest-fields.tsx'
import { QuestionFields } from './question-fields.tsx'
import { allFields, useForm } from './use-form.ts'
import { WhoMayJoin } from './who-may-join.tsx'

type EditFormProps = {
  quest: Quest
  /** The quest as it is now. */
  look: () => Promise<Quest>
}

/** Everything can be edited while nobody has a place; then only changes that are better for those who have one. */
export function EditForm({ quest, look }: EditFormProps) {
  // The giver's first view: only the giver's own changes to it are sent, whatever others did meanwhile.
  const [seen] = useState(quest)
  const [clarification, setClarification, forgetClarification] = useKept(`clarification ${quest.id}`, '')
  const [typed, setTyped, forget] = useKept(`edit ${quest.id} ${seen.updatedAt}`, fromQuest(seen))
  const form = useForm([typed, setTyped])
  const navigate = useNavigate()
  const isReliedOn = quest.farmers.length > 0 || (quest.applications ?? 0) > 0
  const edits = editsOf(fromQuest(seen), form.typed, clarification)
  const isSame = Object.keys(edits).length === 0
  const save = useQuestAct(
    () => furrow.quests.edit(quest.id, edits, quest.updatedAt),
    t`The quest is changed.`,
  )

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = form.firstProblem(isReliedOn ? ['amount', 'places', 'deadline', 'questions'] : allFields)
    if (wrong !== undefined) return form.focusOn(wrong)
    const saved = await save.mutateAsync().catch(() => null)
    if (!saved) {
      await look()
      return
    }
    forget()
    forgetClarification()
    navigate({ to: '/quests/$id', params: { id: quest.id } })
  }

  return (
    <form ref={form.form} onSubmit={submit} noValidate className="max-w-3xl">
      <Card className="grid gap-5">
        {isReliedOn ? (
          <>
            <p>
              <Trans>
                Farmers rely on this quest as they accepted it. You can make it better for them: raise the
                reward of all places that are not paid yet, add places, move the deadline, and add to the
                description.
              </Trans>
            </p>
            <BetterFields form={form} />
            <QuestionFields form={form} />
            <TextField
              label={t`Add to the description`}
              hint={t`Markdown. It stands at its end.`}
              name="clarification"
              maxLength={20_000}
              value={clarification}
              onText={setClarification}
            />
          </>
        ) : (
          <>
            <WorkFields form={form} />
            <RewardFields form={form} />
            <WhoMayJoin bind={form.bind} errorOf={form.errorOf} />
            <QuestionFields form={form} />
            <ProofFields form={form} />
          </>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={isSame}>
            <Trans>Save the changes</Trans>
          </Button>
          <LinkButton to="/quests/$id" params={{ id: quest.id }}>
            <Trans>Leave it as it is</Trans>
          </LinkButton>
        </div>
      </Card>
    </form>
  )
}

function BetterFields({ form: { bind, errorOf } }: { form: ReturnType<typeof useForm> }) {
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <Field label={t`Reward for each farmer`} error={errorOf('amount')}>
        {bound => <Input {...bound} name="amount" inputMode="decimal" {...bind('amount')} />}
      </Field>
      <Field label={t`Farmers`} error={errorOf('places')}>
        {bound => <Input {...bound} name="places" inputMode="numeric" {...bind('places')} />}
      </Field>
      <Field label={t`Deadline`} hint={t`Empty: none.`} error={errorOf('deadline')}>
        {bound => <Input {...bound} name="deadline" type="date" {...bind('deadline')} />}
      </Field>
    </div>
  )
}
