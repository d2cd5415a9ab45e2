import type { Quest } from '@furrow/sdk'
import { Card } from '../../ui/card.tsx'
import { DisputeRule } from '../dispute-rule.tsx'

/** How it goes on with work that is disputed. */
export function InDispute({ quest }: { quest: Quest }) {
  if (quest.farmers.every(({ status }) => status !== 'disputed')) return null
  return (
    <Card as="section" className="grid gap-2 border-danger/50">
      <h2 className="text-xl font-semibold">In dispute</h2>
      <p>
        <DisputeRule rail={quest.funding.rail} />
      </p>
    </Card>
  )
}
