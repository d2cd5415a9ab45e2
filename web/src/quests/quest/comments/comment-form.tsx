import { longestComment } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useKept } from '../../../auth/use-kept.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { MarkdownText } from '../../../ui/markdown-text.tsx'
import { isNarrow } from '../../../ui/narrow.ts'

type CommentFormProps = {
  /** The name under which the text is kept on this device until it is sent. */
  name: string
  label: string
  hint?: ReactNode
  send: string
  text?: string
  busy: boolean
  /** The subject that a reader just chose to write about: the form for it is shown, and the text typed there stays. */
  about?: string | null
  /** The typed text stays where this fails. */
  onSend: (body: string) => Promise<unknown>
  onCancel?: (() => void) | undefined
}

/** The form for a comment, with a preview. */
export function CommentForm({
  name,
  label,
  hint,
  send,
  text = '',
  busy,
  about = null,
  onSend,
  onCancel,
}: CommentFormProps) {
  const [typed, setTyped, forget] = useKept(name, text)
  const [tried, setTried] = useState(false)
  const [preview, setPreview] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const body = typed.trim()
  useEffect(() => {
    if (about !== null) area.current?.focus()
  }, [about])

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (body === '') return
    await onSend(body)
    forget()
    setTried(false)
    setPreview(false)
  }

  return (
    <form onSubmit={event => submit(event).catch(() => {})} noValidate className="grid gap-3">
      <Field label={label} hint={hint} error={tried && body === '' ? t`Write something.` : undefined}>
        {bound => (
          <TextArea
            {...bound}
            ref={area}
            rows={isNarrow() ? 2 : 4}
            value={typed}
            maxLength={longestComment}
            onChange={event => setTyped(event.target.value)}
          />
        )}
      </Field>
      {preview && body !== '' && (
        <section aria-label={t`Preview`} className="rounded-xl border border-dashed border-line p-4">
          <MarkdownText text={body} />
        </section>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          {send}
        </Button>
        <Button aria-expanded={preview} onClick={() => setPreview(!preview)}>
          {preview ? t`Hide the preview` : t`Preview`}
        </Button>
        {onCancel && (
          <Button variant="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </div>
    </form>
  )
}
