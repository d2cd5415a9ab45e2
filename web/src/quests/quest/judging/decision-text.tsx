import type { Assignment, Decision, Quest } from '@furrow/sdk'
import { Amount } from '../../../ui/amount.tsx'

/** How a dispute ended, and in whose words. */
export function DecisionText({
  quest,
  farmer,
  decision,
}: {
  quest: Quest
  farmer: Assignment
  decision: Decision
}) {
  return (
    <section className="grid gap-1 rounded-xl bg-moss-soft p-3">
      <h4 className="font-semibold">{headings[decision.because ?? ''] ?? outcomes[decision.outcome]}</h4>
      <p>
        {decision.because && headings[decision.because] !== undefined && `${outcomes[decision.outcome]} `}
        {farmer.paid !== null && (
          <>
            The farmer was paid <Amount amount={farmer.paid} token={quest.rewardToken} />.
          </>
        )}
      </p>
      {decision.reason && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">“{decision.reason}”</p>}
    </section>
  )
}

const headings: Readonly<Record<string, string>> = {
  approved: 'The giver dropped the dispute',
  undecided: 'Nobody decided in time',
  conceded: 'The farmer conceded',
  resolved: 'Decided',
  split: 'Decided',
}

const outcomes: Readonly<Record<Decision['outcome'], string>> = {
  pay: 'It ended for the farmer.',
  refund: 'It ended for the giver.',
  split: 'Each side has a part.',
}
