import { t } from '@lingui/core/macro'
import { Field, Input } from './field.tsx'

/** Whether it is the hash of a transaction, but for blanks around it. */
export function isHash(text: string): boolean {
  return /^0x[0-9a-fA-F]{64}$/.test(text.trim())
}

type HashFieldProps = {
  value: string
  onChange: (value: string) => void
  label?: string
  hint?: string
  required?: boolean
}

export function HashField({ value, onChange, label, hint, required = true }: HashFieldProps) {
  const isWrong = (required ? value : value.trim()) !== '' && !isHash(value)
  return (
    <Field
      label={label ?? t`Transaction hash`}
      hint={hint}
      error={isWrong ? t`A hash is 0x and 64 hex digits.` : undefined}
    >
      {bound => (
        <Input
          {...bound}
          value={value}
          required={required}
          autoComplete="off"
          spellCheck="false"
          placeholder="0x…"
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
