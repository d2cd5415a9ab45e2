import type { Quest } from '@furrow/sdk'
import { Tag, type Tone } from '../ui/tag.tsx'
import { Countdown } from '../ui/time.tsx'

export const statusLabels: Record<Quest['status'], { label: string; tone: Tone }> = {
  open: { label: 'Open', tone: 'moss' },
  'in-progress': { label: 'In progress', tone: 'wheat' },
  'in-review': { label: 'In review', tone: 'wheat' },
  disputed: { label: 'Disputed', tone: 'danger' },
  completed: { label: 'Completed', tone: 'soil' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
}

export function QuestStatusTag({ quest }: { quest: Quest }) {
  if (quest.status === 'open' && quest.funding.status === 'unfunded') return <Tag>Not funded yet</Tag>
  const { label, tone } = statusLabels[quest.status]
  return <Tag tone={tone}>{label}</Tag>
}

/** What matters of a quest to who looks for one: when it is paid, by whom it was done, or whether there is room. */
export function QuestOutlook({ quest }: { quest: Quest }) {
  const { farmers, maxFarmers, status } = quest
  const review = farmers.find(farmer => farmer.status === 'in-review')?.reviewEndsAt
  if (review)
    return (
      <span className="text-wheat">
        review: <Countdown to={review} />
      </span>
    )
  const paid = farmers.filter(farmer => farmer.status === 'released').length
  if (paid > 0 && status === 'completed') return `${paid} ${paid === 1 ? 'farmer' : 'farmers'} paid`
  if (status === 'completed' || status === 'cancelled') return null
  return `${placesLeft(quest)} of ${maxFarmers} ${maxFarmers === 1 ? 'place' : 'places'} free`
}

/** Places that nobody has: those in work, paid or given back are not free. */
export function placesLeft(quest: Quest): number {
  return Math.max(0, quest.maxFarmers - quest.farmers.length)
}
