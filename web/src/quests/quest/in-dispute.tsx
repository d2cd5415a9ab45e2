import type { Quest, QuestEvent } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Card } from '../../ui/card.tsx'
import { DisputeRule } from '../dispute-rule.tsx'
import { DisputeView } from './judging/dispute-view.tsx'

/** Both sides of present and past disputes, and the next steps. */
export function InDispute({ quest, events }: { quest: Quest; events?: readonly QuestEvent[] | undefined }) {
  const disputed = quest.farmers.filter(({ disputeEndsAt }) => disputeEndsAt !== null)
  if (disputed.length === 0) return null
  const isOpen = disputed.some(({ status }) => status === 'disputed')
  return (
    <Card
      as="section"
      className={`grid gap-4 ${isOpen ? 'border-danger/50 border-l-4 border-l-danger' : ''}`}
    >
      <h2 className="text-xl font-semibold">{isOpen ? t`In dispute` : t`The dispute`}</h2>
      {disputed.map(farmer => (
        <DisputeView key={farmer.address} quest={quest} farmer={farmer} events={events} />
      ))}
      {isOpen && (
        <p className="text-sm text-muted">
          <DisputeRule of={quest.funding} />
        </p>
      )}
    </Card>
  )
}
