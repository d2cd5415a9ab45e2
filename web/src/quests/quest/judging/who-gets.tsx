import { type Quest, splitAmount } from '@furrow/sdk'
import { Trans } from '@lingui/react/macro'
import { Amount, plainAmount } from '../../../ui/amount.tsx'

/** Each side's amount after a decision, to the last digit. */
export function WhoGets({ quest, share }: { quest: Quest; share: number }) {
  const token = quest.rewardToken
  const [farmer, giver] = splitAmount(plainAmount(quest.rewardAmount), token, share)
  return (
    <dl
      className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-xl bg-moss-soft p-3 text-sm"
      aria-live="polite"
    >
      <dt>
        {quest.funding.rail === 'chain' ? (
          <Trans comment="An amount stands beside it">The farmer is paid</Trans>
        ) : (
          <Trans comment="An amount stands beside it">Booked for the farmer</Trans>
        )}
      </dt>
      <dd>
        <Amount amount={farmer} token={token} />
      </dd>
      <dt>
        <Trans comment="An amount stands beside it">The giver has back</Trans>
      </dt>
      <dd>
        <Amount amount={giver} token={token} />
      </dd>
    </dl>
  )
}
