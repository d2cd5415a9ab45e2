import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { useKept } from '../../../auth/use-kept.ts'
import { furrow } from '../../../service/furrow.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

/** The note and the answers to the giver's questions, both kept while they are typed. */
export function ApplyDialog({ quest }: { quest: Quest }) {
  const { questions = [] } = quest
  const [note, setNote, forget] = useKept(`apply ${quest.id}`, '')
  const [answers, setAnswers, forgetAnswers] = useKept<Answers>(`answers ${quest.id}`, {})
  const given = questions.flatMap(({ text: question }) => {
    const answer = answers[question]?.trim() ?? ''
    return answer === '' ? [] : [{ question, answer }]
  })
  const act = useQuestAct(
    () =>
      furrow.quests.apply(quest, {
        ...(note.trim() !== '' && { note: note.trim() }),
        ...(given.length > 0 && { answers: given }),
      }),
    t`You applied. The giver was told.`,
  )
  return (
    <FormDialog
      title={t`Apply for a place`}
      description={t`The giver chooses among those who apply, and sees what you did before. Nobody else sees that you applied.`}
      label={t`Apply`}
      variant="primary"
      busy={act.isPending}
      onSubmit={async () => {
        await act.mutateAsync()
        forget()
        forgetAnswers()
      }}
    >
      {questions.map(({ text, required }) => (
        <TextField
          key={text}
          label={<bdi>{text}</bdi>}
          hint={required ? undefined : t`Optional.`}
          required={required}
          rows={3}
          value={answers[text] ?? ''}
          maxLength={1_000}
          onText={answer => setAnswers(before => ({ ...before, [text]: answer }))}
        />
      ))}
      <TextField
        label={t`Note`}
        hint={t`Optional: why you, and when you could begin.`}
        rows={questions.length > 0 ? 3 : 5}
        value={note}
        maxLength={2_000}
        onText={setNote}
      />
    </FormDialog>
  )
}

/** By the text of the question, so that an edited one begins empty. */
type Answers = Readonly<Record<string, string>>
