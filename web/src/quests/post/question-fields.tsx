import { mostQuestions } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { readQuestions, sayQuestions } from './typed-questions.ts'
import type { Form } from './use-form.ts'

/** The giver's questions to applicants, where the giver chooses. */
export function QuestionFields({ form: { bind, errorOf, typed, setTyped } }: { form: Form }) {
  if (typed.admission !== 'application') return null
  const questions = readQuestions(typed.questions)
  const set = (changed: typeof questions) =>
    setTyped(current => ({ ...current, questions: sayQuestions(changed) }))
  return (
    <fieldset className="grid gap-4">
      <legend className="text-sm font-semibold">
        <Trans>Questions to those who apply</Trans>
      </legend>
      <p className="text-sm text-muted">
        <Trans>
          Optional, at most {mostQuestions}. Everybody reads a question, and only you the answers.
        </Trans>
      </p>
      {questions.map((question, index) => (
        <QuestionField
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is known by its place alone while it is typed
          key={index}
          number={index + 1}
          question={question}
          onBlur={bind('questions').onBlur}
          onChange={changed => set(questions.with(index, changed))}
          onRemove={() => set(questions.toSpliced(index, 1))}
        />
      ))}
      {errorOf('questions') && (
        <p className="text-sm font-medium text-danger" role="alert">
          {errorOf('questions')}
        </p>
      )}
      {questions.length < mostQuestions && (
        <Button
          className="justify-self-start"
          onClick={() => set([...questions, { text: '', required: false }])}
        >
          <Trans>Add a question</Trans>
        </Button>
      )}
    </fieldset>
  )
}

type TypedQuestion = ReturnType<typeof readQuestions>[number]

function QuestionField({
  number,
  question: { text, required },
  onBlur,
  onChange,
  onRemove,
}: {
  number: number
  question: TypedQuestion
  onBlur: () => void
  onChange: (changed: TypedQuestion) => void
  onRemove: () => void
}) {
  return (
    <div className="grid gap-2">
      <Field label={t`Question ${number}`}>
        {bound => (
          <Input
            {...bound}
            name="questions"
            maxLength={300}
            autoFocus={text === ''}
            value={text}
            onChange={event => onChange({ text: event.target.value, required })}
            onBlur={onBlur}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={required}
            onChange={event => onChange({ text, required: event.target.checked })}
            className="size-5"
          />
          <Trans>It needs an answer</Trans>
        </label>
        <Button onClick={onRemove} aria-label={t`Remove question ${number}`}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </div>
  )
}
