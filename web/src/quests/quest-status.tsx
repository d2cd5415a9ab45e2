import type { Quest } from '@furrow/sdk'
import { Tag, type Tone } from '../ui/tag.tsx'

export const statusLabels: Record<Quest['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'moss' },
  'in-progress': { label: 'In progress', tone: 'slate' },
  'in-review': { label: 'In review', tone: 'slate' },
  disputed: { label: 'Disputed', tone: 'danger' },
  completed: { label: 'Completed', tone: 'soil' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

export function QuestStatusTag({ quest }: { quest: Quest }) {
  if (quest.paused && quest.status === 'in-progress') return <Tag tone="slate">Takes no farmers for now</Tag>
  const { label, tone } = statusLabels[quest.status]
  return <Tag tone={tone}>{label}</Tag>
}

/** Places that nobody has: those in work, paid or given back are not free. */
export function placesLeft(quest: Quest): number {
  return Math.max(0, quest.maxFarmers - quest.farmers.length)
}
