import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { PrivateFile } from '../files/private-text.tsx'
import { Button } from '../ui/button.tsx'
import { toOwnFile } from '../ui/own-file.ts'

/** A reported file, shown to a moderator who asks for it. */
export function ReportedFile({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  const file = toOwnFile(name)
  if (file === null) return null
  if (isOpen) return <PrivateFile file={file} label={name} />
  return (
    <div>
      <Button onClick={() => setOpen(true)}>
        <Trans>Look at the file</Trans>
        <span className="sr-only"> {name}</span>
      </Button>
    </div>
  )
}
