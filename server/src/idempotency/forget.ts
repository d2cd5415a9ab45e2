import { type Duty, everyMinute } from '../duty.ts'
import { keptFor } from './kept-keys.ts'

/** So many at once, so that a day of many requests keeps nobody waiting. */
const slice = 1_000

/** Keys whose day is over, the oldest first. */
export const forgetKeys: Duty = {
  name: 'forget the keys of earlier requests',
  every: everyMinute,
  async round({ db, clock }) {
    const old = db
      .selectFrom('idempotency_keys')
      .select(['address', 'key'])
      .where('at', '<=', clock.now() - keptFor)
      .orderBy('at')
      .limit(slice)
    const { numDeletedRows } = await db
      .deleteFrom('idempotency_keys')
      .where(({ eb, refTuple }) => eb(refTuple('address', 'key'), 'in', old.$asTuple('address', 'key')))
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  },
}
