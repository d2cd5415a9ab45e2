import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { CheckedForm } from './checked-form.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = {
  title: string
  description: string
  label: string
  /** Distinguishes the first button from others of its name, for screen readers. */
  of?: ReactNode
  variant?: ButtonVariant
  busy: boolean
  onSubmit: () => Promise<unknown>
  children: ReactNode
}

/** A button, the form that it opens, and the button that sends it. */
export function FormDialog({
  title,
  description,
  label,
  of,
  variant = 'plain',
  busy,
  onSubmit,
  children,
}: FormDialogProps) {
  const [open, setOpen] = useState(false)
  async function submit() {
    await onSubmit()
    setOpen(false)
  }
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
        {of}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <CheckedForm onSubmit={() => submit().catch(() => {})} className="grid gap-4">
          {children}
          <Button type="submit" variant={variant === 'danger' ? 'danger' : 'primary'} busy={busy}>
            {label}
          </Button>
        </CheckedForm>
      </Dialog>
    </>
  )
}
