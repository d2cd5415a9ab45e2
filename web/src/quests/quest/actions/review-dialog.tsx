import type { Quest } from '@furrow/sdk'
import { useSession } from '../../../auth/session.tsx'
import { useKept } from '../../../auth/use-kept.ts'
import { useReputation } from '../../../reputation/use-reputation.ts'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Field, Select, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function ReviewDialog({ quest, reviewee, who }: { quest: Quest; reviewee: string; who: string }) {
  const [{ rating, comment }, setReview, forget] = useKept(`review ${quest.id} ${reviewee}`, {
    rating: '5',
    comment: '',
  })
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
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <Field label="Rating">
        {bound => (
          <Select
            {...bound}
            value={rating}
            onChange={event => setReview({ rating: event.target.value, comment })}
          >
            <option value="5">5: excellent</option>
            <option value="4">4: good</option>
            <option value="3">3: fair</option>
            <option value="2">2: poor</option>
            <option value="1">1: bad</option>
          </Select>
        )}
      </Field>
      <TextField
        label="Comment"
        value={comment}
        maxLength={5_000}
        onText={text => setReview({ rating, comment: text })}
      />
    </FormDialog>
  )
}
