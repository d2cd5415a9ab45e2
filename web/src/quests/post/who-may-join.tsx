import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useConfig } from '../../service/use-config.ts'
import { Field, Input, Select } from '../../ui/field.tsx'
import type { Typed } from './quest-draft.ts'

type Bind = (name: 'admission' | 'account' | 'finished') => {
  value: string
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

/** Whether farmers take places or apply for them, and the conditions. */
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
      <legend className="sr-only">
        <Trans>Who may join</Trans>
      </legend>
      <Field label={t`Places`} hint={t`If you choose, farmers apply and you admit whom you like.`}>
        {bound => (
          <Select {...bound} name="admission" {...bind('admission')}>
            <option value="open">
              <Trans>First come, first served</Trans>
            </option>
            <option value="application">
              <Trans>I choose among those who apply</Trans>
            </option>
          </Select>
        )}
      </Field>
      <Field
        label={t`Finished quests`}
        hint={t`Optional: how many a farmer must have finished before.`}
        error={errorOf('finished')}
      >
        {bound => (
          <Input {...bound} name="finished" inputMode="numeric" placeholder="0" {...bind('finished')} />
        )}
      </Field>
      {codehost && (
        <Field label={t`Code-host account`} hint={t`Whether a farmer needs one that the host proved.`}>
          {bound => (
            <Select {...bound} name="account" {...bind('account')}>
              <option value="">
                <Trans>Not needed</Trans>
              </option>
              <option value="proved">
                <Trans>Proved</Trans>
              </option>
            </Select>
          )}
        </Field>
      )}
    </fieldset>
  )
}
