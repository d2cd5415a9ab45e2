import { sql } from 'kysely'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { keptFor } from './kept-keys.ts'

/** Small enough that a day of many requests holds nobody up. */
const slice = 1_000

export const forgetKeys: Duty = {
  name: 'forget the keys of earlier requests',
  every: everyMinute,
  async round({ db, clock }) {
    const old = await db
      .selectFrom('idempotency_keys')
      .select('at')
      .where('at', '<=', clock.now() - keptFor)
      .orderBy('at')
      .limit(slice)
      .execute()
    const last = old.at(-1)
    if (last === undefined) return 0
    const { numDeletedRows } = await db
      .deleteFrom('idempotency_keys')
      // A literal: a plan for any time would be a plan for most of the table.
      .where('at', '<=', sql.lit(last.at))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
}
