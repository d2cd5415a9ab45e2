import type { GiverRecord } from '@furrow/sdk/contract'

type Shown = Pick<GiverRecord, 'decided' | 'paid' | 'medianDaysToPay'>

/** "14 of 14, in 2 days": of the decided work, the part that was paid, and how fast. */
export function tellRecord({ decided, paid, medianDaysToPay }: Shown): string {
  if (decided === 0) return 'nothing decided yet'
  return `${paid} of ${decided}${medianDaysToPay === null ? '' : `, ${tellDays(medianDaysToPay)}`}`
}

function tellDays(days: number): string {
  if (days < 1) return 'within a day'
  const rounded = Math.round(days)
  return rounded === 1 ? 'in a day' : `in ${rounded} days`
}
