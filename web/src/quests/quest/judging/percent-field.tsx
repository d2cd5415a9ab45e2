import { t } from '@lingui/core/macro'
import { Field, Input } from '../../../ui/field.tsx'

type PercentFieldProps = {
  value: string
  onChange: (value: string) => void
  error: string | undefined
  label?: string
}

/** The farmer's part of the reward. */
export function PercentField({ value, onChange, error, label }: PercentFieldProps) {
  return (
    <Field label={label ?? t`The farmer's part, in percent`} error={error}>
      {bound => (
        <Input
          {...bound}
          inputMode="decimal"
          value={value}
          required
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
