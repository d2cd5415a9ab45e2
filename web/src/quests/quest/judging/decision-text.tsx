import type { Assignment, Decision, Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Amount } from '../../../ui/amount.tsx'
import { quoted } from '../../../ui/quoted.ts'
import { waitsInContract } from '../../waits-in-contract.ts'

/** The outcome of a dispute in the words of its arbiter, or of an agreement. */
export function DecisionText({
  quest,
  farmer,
  decision,
}: {
  quest: Quest
  farmer: Assignment
  decision: Decision
}) {
  const { reason } = decision
  return (
    <section className="grid gap-1 rounded-xl bg-moss-soft p-3">
      <h4 className="font-semibold">{headings[decision.because ?? ''] ?? outcomes[decision.outcome]}</h4>
      <p>
        {decision.because && headings[decision.because] !== undefined && `${outcomes[decision.outcome]} `}
        {farmer.paid !== null &&
          (farmer.payment?.reclaimedAt ? (
            <Trans>The giver took it back from the contract after a year.</Trans>
          ) : waitsInContract(farmer) ? (
            <Trans>
              <Amount amount={farmer.paid} token={quest.rewardToken} /> wait in the contract for the farmer.
            </Trans>
          ) : farmer.payment?.status === 'paid' ? (
            <Trans>
              The farmer was paid <Amount amount={farmer.paid} token={quest.rewardToken} />.
            </Trans>
          ) : (
            <Trans>
              <Amount amount={farmer.paid} token={quest.rewardToken} /> is booked for the farmer.
            </Trans>
          ))}
      </p>
      {reason && (
        <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
          {quoted(reason)}
        </p>
      )}
    </section>
  )
}

const headings: Readonly<Record<string, string>> = {
  approved: t`The giver dropped the dispute`,
  undecided: t`Nobody decided in time`,
  conceded: t`The farmer conceded`,
  resolved: t`Decided`,
  split: t`Decided`,
  agreed: t`Both agreed`,
}

const outcomes: Readonly<Record<Decision['outcome'], string>> = {
  pay: t`It ended for the farmer.`,
  refund: t`It ended for the giver.`,
  split: t`Each side has a part.`,
}
