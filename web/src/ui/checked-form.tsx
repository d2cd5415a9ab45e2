import { type ComponentProps, type FormEvent, useState } from 'react'
import { type Checked, Faults, faultOf } from './faults.ts'

type CheckedFormProps = Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A form that says what is missing in a sentence below each field, in the reader's language, and goes to the first. */
export function CheckedForm({ onSubmit, onInput, children, ...props }: CheckedFormProps) {
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wrong = [...event.currentTarget.elements].filter(isWrong)
    setFaults(new Map(wrong.map(control => [control.id, faultOf(control)])))
    const [first] = wrong
    if (first === undefined) onSubmit(event)
    else first.focus()
  }

  function forget({ id }: EventTarget & { id?: string }) {
    if (id === undefined || !faults.has(id)) return
    setFaults(new Map([...faults].filter(([one]) => one !== id)))
  }

  const beside = faults.get('')
  return (
    <form
      {...props}
      noValidate
      onSubmit={submit}
      onInput={event => {
        forget(event.target)
        onInput?.(event)
      }}
    >
      <Faults value={faults}>{children}</Faults>
      {beside && (
        <p className="text-sm font-medium text-danger" role="alert">
          {beside}
        </p>
      )}
    </form>
  )
}

function isWrong(control: Element): control is Checked {
  return 'validity' in control && !(control as Checked).validity.valid
}
