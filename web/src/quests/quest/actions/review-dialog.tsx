import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSession } from '../../../auth/session.tsx'
import { useKept } from '../../../auth/use-kept.ts'
import { useReputation } from '../../../reputation/use-reputation.ts'
import { Person, useNameOf } from '../../../service/address-link.tsx'
import { furrow } from '../../../service/furrow.ts'
import { sameAddress } from '../../../ui/address.ts'
import { Field, Select, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { useQuestAct } from '../../use-quest-act.ts'

export function ReviewDialog({ quest, reviewee }: { quest: Quest; reviewee: string }) {
  const [{ rating, comment }, setReview, forget] = useKept(`review ${quest.id} ${reviewee}`, {
    rating: '5',
    comment: '',
  })
  const act = useQuestAct(
    () => furrow.quests.review(quest.id, reviewee, Number(rating), comment || undefined),
    t`Thank you for the review.`,
  )
  const { address } = useSession()
  const { data } = useReputation(reviewee)
  const reviewed = data?.reputation.reviewsReceived.some(
    ({ from, questId }) => questId === quest.id && sameAddress(from, address),
  )
  const isGiver = sameAddress(reviewee, quest.giver)
  const who = useNameOf(reviewee)
  if (reviewed)
    return (
      <p className="text-sm text-muted">
        {isGiver ? <Trans>You reviewed the giver.</Trans> : <Trans>You reviewed {who}.</Trans>}
      </p>
    )
  const title = isGiver ? t`Review the giver` : <Heading reviewee={reviewee} />
  return (
    <FormDialog
      title={title}
      description={t`Once for each quest. It counts in the reputation, for everyone to see.`}
      label={title}
      busy={act.isPending}
      onSubmit={() => act.mutateAsync().then(forget)}
    >
      <Field label={t`Rating`}>
        {bound => (
          <Select
            {...bound}
            value={rating}
            onChange={event => setReview({ rating: event.target.value, comment })}
          >
            <option value="5">
              <Trans>5: excellent</Trans>
            </option>
            <option value="4">
              <Trans>4: good</Trans>
            </option>
            <option value="3">
              <Trans>3: fair</Trans>
            </option>
            <option value="2">
              <Trans>2: poor</Trans>
            </option>
            <option value="1">
              <Trans>1: bad</Trans>
            </option>
          </Select>
        )}
      </Field>
      <TextField
        label={t`Comment`}
        value={comment}
        maxLength={5_000}
        onText={text => setReview({ rating, comment: text })}
      />
    </FormDialog>
  )
}

function Heading({ reviewee }: { reviewee: string }) {
  const who = <Person address={reviewee} />
  return <Trans context="action">Review {who}</Trans>
}
