import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSession } from '../auth/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ProposalForm } from './proposal-form.tsx'

export function ProposeButton() {
  const { address, ask } = useSession()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => (address === null ? ask() : setOpen(true))}>
        <Trans>New proposal</Trans>
      </Button>
      <Dialog
        open={open && address !== null}
        onOpenChange={setOpen}
        title={t`New proposal`}
        description={t`Everyone reads it; the Genesis Creator decides, or the members do.`}
      >
        <ProposalForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
