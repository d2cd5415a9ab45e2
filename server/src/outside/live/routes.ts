import { LiveEvent } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { sessionOrNone } from '../../access/auth/session.ts'
import { UnavailableError } from '../../ground/errors.ts'
import type { Metrics } from '../../ground/http/metrics.ts'
import type { Routes } from '../../ground/http/routes.ts'
import type { Stopping } from '../../ground/http/stopping.ts'
import { boundStreams } from './bounds.ts'
import { createHub } from './hub.ts'
import { readEventId } from './seen.ts'
import { createStream } from './stream.ts'

const eventStream = 'text/event-stream; charset=utf-8'

const told = LiveEvent.anyOf
  .map(({ properties: { type, ...data } }) => `${type.const} { ${Object.keys(data).join(', ')} }`)
  .join(', ')

export type Around = { readonly metrics: Metrics; readonly stopping: Stopping }

export const liveRoutes =
  ({ metrics, stopping }: Around): Routes =>
  async (app, { context, boards }) => {
    const { clock, config } = context
    const bounds = boundStreams(config.events)
    const hub = createHub(context, boards.readRevisions)
    stopping.onBegin(hub.end)
    metrics.add({
      gauges: { furrow_event_streams: { help: 'Clients of this process that listen for changes.' } },
      read: () => [{ name: 'furrow_event_streams', value: bounds.count }],
    })
    if (config.events.all === 0) return

    const { onRequest, config: access } = sessionOrNone(context, 'read', 'mail')
    app.get(
      '/events',
      {
        onRequest,
        config: { ...access, isStream: true },
        exposeHeadRoute: false,
        schema: {
          summary: 'Hear of changes',
          description:
            'A stream of server-sent events: `ready` first, then `quests`, `leaderboard` and `community-dao`, each about a second ' +
            'after it changed; with a token also `mail` and `tasks`, of its wallet. Each tells that something changed, and ' +
            'never what: ask for what you show. The stream ends with the session. A client that comes back with ' +
            '`Last-Event-ID` is told what it missed; it may also be that there is no stream to be had (429, 503): ask ' +
            'now and then.',
          produces: ['text/event-stream'],
          response: {
            200: Type.Unsafe<never>({
              type: 'string',
              description: `Events, with their data as JSON: ${told}.`,
            }),
          },
        },
      },
      async (request, reply) => {
        if (hub.isOver)
          throw new UnavailableError('The service is stopping; try again in a moment.', { code: 'stopping' })
        const held = request.held ?? null
        const leave = bounds.enter(request.ip, held?.address ?? null)
        const seen = readEventId(request.headers['last-event-id'])
        const stream = createStream(held, request.scopes, seen, clock.elapsed())
        stream.body.once('close', leave)
        hub.join(stream)
        return (
          reply
            .type(eventStream)
            .header('cache-control', 'no-store, no-transform')
            .header('x-accel-buffering', 'no')
            // After the end, nothing is left on its connection that a stop would wait for.
            .header('connection', 'close')
            .send(stream.body as never)
        )
      },
    )
  }
