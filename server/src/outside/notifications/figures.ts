import type { Context } from '../../ground/context.ts'
import type { Figures } from '../../ground/http/figures.ts'

const mostCounted = 1_000

/** Channels that fail by themselves are left out: their owners are told. */
export const outboxFigures: Figures = {
  gauges: {
    furrow_outbox_waiting: {
      help: `Notifications that are on their way out of the app, digests not counted; at most ${mostCounted}.`,
    },
    furrow_outbox_oldest_seconds: {
      help: 'For how long the oldest of them has waited whose channel did not fail; 0 where there is none.',
    },
  },
  async read(context) {
    const { count, oldest } = await readWaiting(context)
    const age = oldest === null ? 0 : Math.max(0, context.clock.now() - oldest) / 1_000
    return [
      { name: 'furrow_outbox_waiting', value: count },
      { name: 'furrow_outbox_oldest_seconds', value: age },
    ]
  },
}

async function readWaiting({ db }: Context): Promise<{ count: number; oldest: number | null }> {
  const waiting = db.selectFrom('outbox').where('digest', 'is', null)
  const [rows, oldest, spread] = await Promise.all([
    waiting.select('at').orderBy('at').limit(mostCounted).execute(),
    waiting
      .innerJoin('subscriptions', 'subscriptions.id', 'outbox.channel')
      .select('at')
      .where('failing_since', 'is', null)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('outbox_spreads').select('at').orderBy('letter').limit(1).executeTakeFirst(),
  ])
  const times = [oldest?.at, spread?.at].filter(at => at !== undefined)
  return { count: rows.length, oldest: times.length === 0 ? null : Math.min(...times) }
}
