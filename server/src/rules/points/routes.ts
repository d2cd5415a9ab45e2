import { Leaderboard, LeaderboardQuery, LeaderboardRules } from '@furrow/sdk/contract'
import { BadRequestError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { filterOf } from './filtered-scores.ts'
import { readLeaderboard } from './leaderboard.ts'
import { showRules } from './rules.ts'
import { seasonAt } from './season.ts'

export const leaderboardRoutes: Routes = async (app, { context, boards }) => {
  const { clock, config } = context
  app.get(
    '/leaderboard',
    {
      schema: {
        summary: "This season's best, or an earlier one's",
        description:
          'With `skill` or `token`, by the points of such quests alone; of guilds there is no such board.',
        querystring: LeaderboardQuery,
        response: { 200: Leaderboard },
      },
    },
    (request, reply) => {
      const current = seasonAt(config, clock.now())
      const season = request.query.season === undefined ? current : Number(request.query.season)
      if (season < 1 || season > current)
        throw new BadRequestError(`season must be from 1 to ${current}, which is the present one.`)
      const filter = filterOf(request.query)
      boards.send(request, reply, {
        key: `leaderboard ${JSON.stringify([current, season, filter.skill, filter.token])}`,
        readVersion: () => boards.revisionOf('leaderboard'),
        make: async () => ({ value: await readLeaderboard(context, season, filter) }),
      })
    },
  )

  const rules = showRules(config)
  app.get(
    '/leaderboard/rules',
    { schema: { summary: 'The rules of points', response: { 200: LeaderboardRules } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-cache')
      return rules
    },
  )
}
