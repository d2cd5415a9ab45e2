import { QuestFeedQuery } from '@furrow/sdk/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { communityName } from '../../ground/config/community.ts'
import { originOf } from '../../ground/http/origin.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import type { createQuestBoards } from './quest-boards.ts'

const formats = {
  atom: { type: 'application/atom+xml; charset=utf-8', summary: 'Quests as an Atom feed' },
  ics: { type: 'text/calendar; charset=utf-8', summary: 'Deadlines of quests as a calendar' },
} as const
type Format = keyof typeof formats

export function feedRoutes(
  app: Parameters<Routes>[0],
  { context, boards }: Parameters<Routes>[1],
  { readQuests, versionFor }: Pick<ReturnType<typeof createQuestBoards>, 'readQuests' | 'versionFor'>,
): void {
  const { config } = context
  const name = communityName(config)

  function send(request: FastifyRequest, reply: FastifyReply, format: Format): void {
    const { status = 'open', ...filter } = request.query as QuestFeedQuery
    const origin = config.givenUrl ?? originOf(request, config)
    const url = `${origin}${urlOf(request, QuestFeedQuery)}`
    boards.send(request, reply, {
      key: url,
      readVersion: () => versionFor(filter),
      async make() {
        const quests = await readQuests({ ...filter, status, limit: '50' }, reply)
        const { writeAtom, writeCalendar } = await import('./feeds.ts')
        const write = format === 'atom' ? writeAtom : writeCalendar
        const bytes = Buffer.from(write(quests, { name, origin, url }))
        return { bytes, type: formats[format].type }
      },
    })
  }

  for (const [format, { type, summary }] of Object.entries(formats) as [Format, (typeof formats)[Format]][])
    app.get(
      `/quests.${format}`,
      {
        schema: {
          summary,
          description: 'The newest 50 that fit all filters; open ones, unless a status is given.',
          querystring: QuestFeedQuery,
          produces: [type.replace(/;.*/, '')],
          response: { 200: Type.Unsafe<never>({ type: 'string' }) },
        },
      },
      (request, reply) => send(request, reply, format),
    )
}
