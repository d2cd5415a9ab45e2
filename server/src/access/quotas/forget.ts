import { day } from '../../ground/clock.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'

export const forgetSpentDays: Duty = {
  name: 'forget what was spent on earlier days',
  every: everyMinute,
  async round({ db, clock }) {
    const today = Math.floor(clock.now() / day)
    await db
      .deleteFrom('quotas')
      .where('day', '>', 0)
      .where('day', '<', today - 1)
      .execute()
    return 0
  },
}
