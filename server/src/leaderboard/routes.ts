import { Leaderboard } from '@furrow/sdk/contract'
import type { Routes } from '../http/routes.ts'
import { readLeaderboard } from './leaderboard.ts'
import { seasonAt } from './season.ts'

export const leaderboardRoutes: Routes = async (app, { context, boards }) => {
  app.get(
    '/leaderboard',
    { schema: { summary: "This season's best", response: { 200: Leaderboard } } },
    (request, reply) => {
      const season = seasonAt(context.config, context.clock.now())
      boards.send(request, reply, {
        key: `leaderboard ${season}`,
        readVersion: () => boards.revisionOf('leaderboard'),
        make: async () => ({ value: await readLeaderboard(context, season) }),
      })
    },
  )
}
