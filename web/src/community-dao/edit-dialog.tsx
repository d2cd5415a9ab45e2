import type { CommunityDaoChange } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { furrow } from '../service/furrow.ts'
import { useAct } from '../service/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type EditDialogProps = {
  /** The button's name for people who do not see where it stands. */
  label: string
  title: string
  description?: string
  onOpen: () => void
  /** The change to send; null while something in the form is wrong. */
  change: () => CommunityDaoChange | null
  children: ReactNode
}

/** The Genesis Creator edits one part of the community here. */
export function EditDialog({ label, title, description, onOpen, change, children }: EditDialogProps) {
  const [open, setOpen] = useState(false)
  const save = useAct((body: CommunityDaoChange) => furrow.communityDao.change(body), {
    done: t`Saved.`,
    invalidate: [['community-dao'], ['profile']],
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = change()
    if (body === null) return
    const saved = await save.mutateAsync(body).catch(() => null)
    if (saved) setOpen(false)
  }
  return (
    <>
      <Button
        aria-label={label}
        onClick={() => {
          onOpen()
          setOpen(true)
        }}
      >
        <Trans>Edit</Trans>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <form onSubmit={submit} noValidate className="grid gap-4">
          {children}
          <Button type="submit" variant="primary" busy={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </form>
      </Dialog>
    </>
  )
}
