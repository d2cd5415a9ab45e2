import { AttachText } from '../../files/attach.tsx'
import { useConfig } from '../../service/use-config.ts'
import { Field, Input } from '../../ui/field.tsx'
import type { Form } from './use-form.ts'

/** All that a quest says of itself, to be typed. */
export function QuestFields({ form: { bind, errorOf, typed, setTyped } }: { form: Form }) {
  const config = useConfig()
  return (
    <>
      <Field label="Title" error={errorOf('title')}>
        {bound => <Input {...bound} name="title" maxLength={200} {...bind('title')} />}
      </Field>
      <Field
        label="Description"
        hint="Markdown. What is wanted, and how one sees that it is done."
        error={errorOf('description')}
      >
        {bound => (
          <AttachText
            {...bound}
            name="description"
            rows={10}
            value={typed.description}
            onText={description => setTyped(current => ({ ...current, description }))}
            onBlur={bind('description').onBlur}
          />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Reward for each farmer" error={errorOf('amount')}>
          {bound => (
            <Input {...bound} name="amount" inputMode="decimal" placeholder="100" {...bind('amount')} />
          )}
        </Field>
        <Field label="Token" error={errorOf('token')}>
          {bound => (
            <>
              <Input {...bound} name="token" list="tokens" {...bind('token')} />
              <datalist id="tokens">
                {config.tokens.map(({ symbol }) => (
                  <option key={symbol} value={symbol} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Farmers" error={errorOf('places')}>
          {bound => <Input {...bound} name="places" inputMode="numeric" {...bind('places')} />}
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" error={errorOf('category')}>
          {bound => <Input {...bound} name="category" placeholder="development" {...bind('category')} />}
        </Field>
        <Field label="Skills" hint="Separated by commas." error={errorOf('skills')}>
          {bound => <Input {...bound} name="skills" placeholder="typescript, design" {...bind('skills')} />}
        </Field>
        <Field
          label="Repository"
          hint="Optional: a merged pull request then proves the work."
          error={errorOf('repo')}
        >
          {bound => <Input {...bound} name="repo" placeholder="owner/name" {...bind('repo')} />}
        </Field>
        <Field label="Issue" hint="Optional: the one that the pull request closes." error={errorOf('issue')}>
          {bound => <Input {...bound} name="issue" placeholder="42" {...bind('issue')} />}
        </Field>
        <Field label="Deadline" hint="Optional: nobody can join after it." error={errorOf('deadline')}>
          {bound => <Input {...bound} name="deadline" type="date" {...bind('deadline')} />}
        </Field>
      </div>
    </>
  )
}
