import type { Db } from '@furrow/storage/db.ts'
import type { MergeRow } from '@furrow/storage/tables.ts'
import { minute } from '../../ground/clock.ts'

const longestPause = 10 * minute

/** Asks the host again later, twice as much later each time. The pause of a faster process counts. */
export async function askLater(db: Db, { quest_id, farmer, tries }: MergeRow, now: number): Promise<void> {
  const pause = Math.min(longestPause, (minute / 4) * 2 ** Math.min(tries, 10))
  await db
    .updateTable('merges')
    .set({ tries: tries + 1, check_at: now + pause })
    .where('quest_id', '=', quest_id)
    .where('farmer', '=', farmer)
    .where('tries', '=', tries)
    .execute()
}
