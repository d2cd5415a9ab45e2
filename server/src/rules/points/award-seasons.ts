import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { awardBadges } from './badges.ts'
import { selectBest } from './best.ts'
import { seasonAt } from './season.ts'

const key = 'seasons-awarded'

export const awardSeasons: Duty = {
  name: 'award the best of a season',
  every: everyMinute,
  async round({ db, clock, config }: Context) {
    const current = seasonAt(config, clock.now())
    const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
    const done = Number(row?.value ?? 0)
    if (done >= current - 1) return 0
    await transaction(db, async trx => {
      await writeTogether(trx, async writes => {
        // Seasons before the last three are done, or older than this service.
        for (let season = Math.max(done + 1, current - 3); season < current; season++)
          for (const [address] of await selectBest(trx, season, 'farmer', 3))
            awardBadges(writes, address, ['season-top-three'], clock.now())
        writes.put('meta', ['key'], { key, value: String(current - 1) })
      })
    })
    return 0
  },
}
