import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { CheckedForm } from './checked-form.tsx'
import { Dialog } from './dialog.tsx'

type FormInDialogProps = {
  title: ReactNode
  description: string
  /** The words on the button that sends it. */
  label: ReactNode
  variant?: ButtonVariant
  busy: boolean
  onSubmit: () => Promise<unknown>
  children: ReactNode
}

type FormDialogProps = FormInDialogProps & {
  /** Distinguishes the first button from others of its name, for screen readers. */
  of?: ReactNode
}

/** A button, the form that it opens, and the button that sends it. */
export function FormDialog({ of, ...form }: FormDialogProps) {
  const { label, variant = 'plain' } = form
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
        {of}
      </Button>
      <FormInDialog {...form} open={open} onOpenChange={setOpen} />
    </>
  )
}

type Opening = { readonly open: boolean; readonly onOpenChange: (open: boolean) => void }

/** The form alone, for a button that stands elsewhere. */
export function FormInDialog({
  title,
  description,
  label,
  variant = 'plain',
  busy,
  onSubmit,
  open,
  onOpenChange,
  children,
}: FormInDialogProps & Opening) {
  async function submit() {
    await onSubmit()
    onOpenChange(false)
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description}>
      <CheckedForm onSubmit={() => submit().catch(() => {})} className="grid gap-4">
        {children}
        <Button type="submit" variant={variant === 'danger' ? 'danger' : 'primary'} busy={busy}>
          {label}
        </Button>
      </CheckedForm>
    </Dialog>
  )
}
