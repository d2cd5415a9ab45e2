import { isAmong } from '@furrow/storage/json-rows.ts'
import type { LRUCache } from 'lru-cache'
import { hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { keepLast } from '../../ground/kept-last.ts'
import { oneFor } from '../../ground/one-for.ts'

const mostKnown = 20_000

type Uses = { readonly hours: LRUCache<string, number>; readonly due: Set<string> }

const usesOf = oneFor((_: Context): Uses => ({ hours: keepLast(mostKnown), due: new Set() }))

/** Remembers the use of a session without a write; each session is noted at most once an hour. */
export function noteSessionUse(context: Context, id: string): void {
  const { hours, due } = usesOf(context)
  const now = thisHour(context)
  if (hours.get(id) === now || due.size >= mostKnown) return
  hours.set(id, now)
  due.add(id)
}

const thisHour = ({ clock }: Context) => Math.floor(clock.now() / hour) * hour

/** Writes the uses since the last round at once; a killed process forgets that minute. */
export const noteSessionUses: Duty = {
  name: 'note which sessions are used',
  every: everyMinute,
  async round(context) {
    const { due } = usesOf(context)
    if (due.size === 0) return 0
    const ids = [...due]
    due.clear()
    await context.db
      .updateTable('sessions')
      .set({ used_at: thisHour(context) })
      .where(isAmong(context.db, 'id', ids))
      .execute()
    return 0
  },
}
