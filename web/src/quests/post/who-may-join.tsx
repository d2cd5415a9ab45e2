import { useConfig } from '../../service/use-config.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import type { Typed } from './quest-draft.ts'

type Bind = (name: 'admission' | 'account' | 'finished') => {
  value: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

/** Whether farmers take places or apply for them, and who may. */
export function WhoMayJoin({
  bind,
  errorOf,
}: {
  bind: Bind
  errorOf: (name: keyof Typed) => string | undefined
}) {
  const { codehost } = useConfig()
  return (
    <fieldset className="grid gap-5 sm:grid-cols-2">
      <legend className="sr-only">Who may join</legend>
      <Field label="Places" hint="If you choose, farmers apply and you admit whom you like.">
        {bound => (
          <Select {...bound} name="admission" {...bind('admission')}>
            <option value="open">Whoever comes first takes one</option>
            <option value="application">I choose among those who apply</option>
          </Select>
        )}
      </Field>
      <Field
        label="Finished quests"
        hint="Optional: how many a farmer must have finished before."
        error={errorOf('finished')}
      >
        {bound => (
          <Input {...bound} name="finished" inputMode="numeric" placeholder="0" {...bind('finished')} />
        )}
      </Field>
      {codehost && (
        <Field label="Code-host account" hint="Whether a farmer needs one that the host proved.">
          {bound => (
            <Select {...bound} name="account" {...bind('account')}>
              <option value="">Not needed</option>
              <option value="proved">Proved</option>
            </Select>
          )}
        </Field>
      )}
    </fieldset>
  )
}
