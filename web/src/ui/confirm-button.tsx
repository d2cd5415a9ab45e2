import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmButtonProps = {
  question: string
  onConfirm: () => void
  variant?: ButtonVariant
  busy?: boolean
  children: ReactNode
}

/** Asks once more before an action that cannot be undone. */
export function ConfirmButton({
  question,
  onConfirm,
  variant = 'plain',
  busy = false,
  children,
}: ConfirmButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} busy={busy} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t`Are you sure?`} description={question}>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setOpen(false)}>
            <Trans>Not now</Trans>
          </Button>
          <Button
            variant={variant === 'danger' || variant === 'quietDanger' ? 'danger' : 'primary'}
            onClick={() => {
              setOpen(false)
              onConfirm()
            }}
          >
            {children}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
