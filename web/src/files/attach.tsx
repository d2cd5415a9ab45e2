import { type FileForm, fileTypes } from '@furrow/sdk'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ComponentProps, type DragEvent, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { useUploads } from './use-uploads.ts'

type AttachTextProps = Omit<ComponentProps<typeof TextArea>, 'value' | 'onChange' | 'ref'> & {
  value: string
  onText: (text: string) => void
  /** The readers of the files; everyone, where none are named. */
  to?: FileForm
}

const accepted = Object.keys(fileTypes).join(',')

/** A field for Markdown that takes files: by a button, pasted, or dropped on it. They go in where the cursor is. */
export function AttachText({ value, onText, to, ...props }: AttachTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { send, waiting } = useUploads({ area, value, onText, to })

  function drop(event: DragEvent) {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    send(event.dataTransfer.files)
  }

  return (
    <div className="grid justify-items-start gap-2">
      <TextArea
        dir="auto"
        {...props}
        ref={area}
        value={value}
        className={over ? 'outline-2 outline-moss' : ''}
        onChange={event => onText(event.target.value)}
        onPaste={event => {
          if (event.clipboardData.files.length === 0) return
          event.preventDefault()
          send(event.clipboardData.files)
        }}
        onDragOver={event => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      />
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={accepted}
        onChange={event => {
          if (event.target.files) send(event.target.files)
          // Lets the same file be chosen again.
          event.target.value = ''
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => chooser.current?.click()}>
          <Trans>Attach a file</Trans>
        </Button>
        <span className="text-sm text-muted" role="status">
          {waiting === 0
            ? t`Or paste or drop one: images, PDF or text, up to 5 MB.`
            : plural(waiting, { one: 'Sending a file …', other: 'Sending # files …' })}
        </span>
      </div>
    </div>
  )
}
