import { day } from '../../ground/clock.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'

/** A picture that is asked for again is made again. */
const unaskedFor = 7 * day
/** About 15 KB each. */
const mostKept = 5_000

export const sweepPictures: Duty = {
  name: 'forget pictures that nobody asks for',
  every: everyMinute,
  async round({ clock, db }) {
    await db
      .deleteFrom('pictures')
      .where('next_at', '<', clock.now() - unaskedFor)
      .execute()
    const last = await db
      .selectFrom('pictures')
      .select('next_at')
      .orderBy('next_at', 'desc')
      .offset(mostKept)
      .limit(1)
      .executeTakeFirst()
    if (last !== undefined) await db.deleteFrom('pictures').where('next_at', '<=', last.next_at).execute()
    return 0
  },
}
