import type { Quest } from '@furrow/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { furrow } from '../app/furrow.ts'
import { useAct } from '../app/use-act.ts'
import { useSession } from '../auth/session.tsx'
import { Button, type ButtonVariant } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '../ui/field.tsx'

const refresh = [['quests'], ['reputation']]

type FormDialogProps = {
  title: string
  description: string
  label: string
  variant?: ButtonVariant
  busy: boolean
  onSubmit: () => Promise<unknown>
  children: ReactNode
}

/** A button, the form that it opens, and the button that sends it. */
function FormDialog({
  title,
  description,
  label,
  variant = 'plain',
  busy,
  onSubmit,
  children,
}: FormDialogProps) {
  const [open, setOpen] = useState(false)
  async function submit(event: FormEvent) {
    event.preventDefault()
    await onSubmit()
    setOpen(false)
  }
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <form onSubmit={event => submit(event).catch(() => {})} className="grid gap-4">
          {children}
          <Button type="submit" variant={variant === 'danger' ? 'danger' : 'primary'} busy={busy}>
            {label}
          </Button>
        </form>
      </Dialog>
    </>
  )
}

export function SubmitDialog({ quest }: { quest: Quest }) {
  const [url, setUrl] = useState('')
  const [note, setNote] = useState('')
  const act = useAct(() => furrow.quests.submit(quest.id, { ...(url && { url }), ...(note && { note }) }), {
    done: 'Your work is in review.',
    invalidate: refresh,
  })
  return (
    <FormDialog
      title="Hand in your work"
      description="The giver may look at it and dispute; then you are paid by itself."
      label="Hand in"
      variant="primary"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync()}
    >
      <Field label="Where it can be seen" hint="An address on the web. Optional if you write a note.">
        {bound => (
          <Input
            {...bound}
            type="url"
            value={url}
            required={note === ''}
            maxLength={2_000}
            placeholder="https://"
            onChange={event => setUrl(event.target.value)}
          />
        )}
      </Field>
      <Field label="Note">
        {bound => (
          <TextArea
            {...bound}
            value={note}
            maxLength={5_000}
            onChange={event => setNote(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

export function DisputeDialog({ quest, farmer }: { quest: Quest; farmer: string }) {
  const [reason, setReason] = useState('')
  const act = useAct(() => furrow.quests.dispute(quest.id, farmer, reason), {
    done: 'The payment is held. The platform decides.',
    invalidate: refresh,
  })
  return (
    <FormDialog
      title="Dispute this work"
      description="The payment is held until the platform wallet decides. The farmer reads your reason."
      label="Dispute"
      variant="danger"
      busy={act.isPending}
      onSubmit={() => act.mutateAsync()}
    >
      <Field label="Reason">
        {bound => (
          <TextArea
            {...bound}
            value={reason}
            required
            maxLength={5_000}
            onChange={event => setReason(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

export function ReviewDialog({ quest, reviewee, who }: { quest: Quest; reviewee: string; who: string }) {
  const [rating, setRating] = useState('5')
  const [comment, setComment] = useState('')
  const act = useAct(() => furrow.quests.review(quest.id, reviewee, Number(rating), comment || undefined), {
    done: 'Thank you for the review.',
    invalidate: refresh,
  })
  const { address } = useSession()
  const { data } = useQuery({
    queryKey: ['reputation', reviewee.toLowerCase()],
    queryFn: () => furrow.reputation(reviewee),
  })
  const reviewed = data?.reputation.reviewsReceived.some(
    ({ from, questId }) => questId === quest.id && from.toLowerCase() === address?.toLowerCase(),
  )
  if (reviewed) return <p className="text-sm text-muted">You reviewed {who}.</p>
  return (
    <FormDialog
      title={`Review ${who}`}
      description="Once for each quest. It counts in the reputation, for everyone to see."
      label={`Review ${who}`}
      busy={act.isPending}
      onSubmit={() => act.mutateAsync()}
    >
      <Field label="Rating">
        {bound => (
          <Select {...bound} value={rating} onChange={event => setRating(event.target.value)}>
            <option value="5">5: excellent</option>
            <option value="4">4: good</option>
            <option value="3">3: fair</option>
            <option value="2">2: poor</option>
            <option value="1">1: bad</option>
          </Select>
        )}
      </Field>
      <Field label="Comment">
        {bound => (
          <TextArea
            {...bound}
            value={comment}
            maxLength={5_000}
            onChange={event => setComment(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
