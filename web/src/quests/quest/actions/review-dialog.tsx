import type { Quest } from '@furrow/sdk'
import { useState } from 'react'
import { useSession } from '../../../auth/session.tsx'
import { useReputation } from '../../../reputation/use-reputation.ts'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Field, Select, TextArea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function ReviewDialog({ quest, reviewee, who }: { quest: Quest; reviewee: string; who: string }) {
  const [rating, setRating] = useState('5')
  const [comment, setComment] = useState('')
  const act = useQuestAct(
    () => furrow.quests.review(quest.id, reviewee, Number(rating), comment || undefined),
    'Thank you for the review.',
  )
  const { address } = useSession()
  const { data } = useReputation(reviewee)
  const reviewed = data?.reputation.reviewsReceived.some(
    ({ from, questId }) => questId === quest.id && sameAddress(from, address),
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
