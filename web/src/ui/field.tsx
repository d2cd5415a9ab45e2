import { type ComponentProps, type ReactNode, use, useId } from 'react'
import { Faults } from './faults.ts'

type Bound = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** A sentence; undefined while the value is fine. */
  error?: string | undefined
  children: (bound: Bound) => ReactNode
}

/** A label, its control, and a hint or an error. */
export function Field({ label, hint, error: own, children }: FieldProps) {
  const id = useId()
  const fault = use(Faults).get(id)
  const error = own ?? fault
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-danger" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const box =
  'w-full rounded-xl border border-line bg-card px-3.5 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-danger min-h-11 disabled:opacity-60'

export function Input({ className = '', ...props }: ComponentProps<'input'>) {
  return <input dir="auto" {...props} className={`${box} ${className}`} />
}

export function TextArea({ className = '', rows = 5, ...props }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" rows={rows} {...props} className={`${box} ${className}`} />
}

type TextFieldProps = Pick<FieldProps, 'label' | 'hint'> &
  Pick<ComponentProps<'textarea'>, 'name' | 'required' | 'maxLength' | 'rows'> & {
    value: string
    onText: (text: string) => void
  }

/** A field for several lines. */
export function TextField({ label, hint, onText, ...area }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {bound => <TextArea {...bound} {...area} onChange={event => onText(event.target.value)} />}
    </Field>
  )
}

export function Select({ className = '', ...props }: ComponentProps<'select'>) {
  return <select {...props} className={`${box} ${className}`} />
}
