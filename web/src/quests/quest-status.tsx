import type { Quest } from '@furrow/sdk'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tag, type Tone } from '../ui/tag.tsx'

export const statusLabels: Record<Quest['status'], { label: string; tone: Tone }> = {
  open: { label: t({ message: 'Open', context: 'status of a quest' }), tone: 'moss' },
  'in-progress': { label: t({ message: 'In progress', context: 'status of a quest' }), tone: 'slate' },
  'in-review': { label: t({ message: 'In review', context: 'status of a quest' }), tone: 'slate' },
  disputed: { label: t({ message: 'Disputed', context: 'status of a quest' }), tone: 'danger' },
  completed: { label: t({ message: 'Completed', context: 'status of a quest' }), tone: 'soil' },
  cancelled: { label: t({ message: 'Cancelled', context: 'status of a quest' }), tone: 'plain' },
}

export function QuestStatusTag({ quest }: { quest: Quest }) {
  if (quest.paused && quest.status === 'in-progress')
    return (
      <Tag tone="slate">
        <Trans>Takes no farmers for now</Trans>
      </Tag>
    )
  const { label, tone } = statusLabels[quest.status]
  return <Tag tone={tone}>{label}</Tag>
}

/** Free places: those in work, paid or given back are not free. */
export function placesLeft(quest: Quest): number {
  return Math.max(0, quest.maxFarmers - quest.farmers.length)
}
