import { NotFoundError } from '../../ground/errors.ts'
import { digestOfBody, sendUnchanged } from '../../ground/http/etags.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { dayOf, readDay } from './day.ts'
import { readDayVersion, writeDayEvents } from './day-events.ts'

/** No longer than an hour: somebody who leaves, or a quest that is hidden, goes from here too. */
const shared = {
  'cache-control': 'public, max-age=3600, must-revalidate',
  ...anyOrigin,
  'access-control-expose-headers': 'etag',
}

export const openDataRoutes: Routes = async (app, { context }) => {
  app.get<{ Params: { '*': string } }>('/data/*', { schema: { hide: true } }, async (request, reply) => {
    const text = dayOf(request.params['*'])
    if (text === null)
      throw new NotFoundError(
        'Events are at /data/events-<YYYY-MM-DD>.ndjson.gz, each file with one day (UTC).',
      )
    const from = readDay(context, text)
    const version = await readDayVersion(context.db)
    if (sendUnchanged(request, reply.headers(shared), `W/"${digestOfBody(`${text} ${version}`)}"`))
      return reply
    const stream = await writeDayEvents(context, request.ip, from).catch(error => {
      // These headers are for the file, and not for a failure in its place.
      for (const name of ['cache-control', 'etag']) reply.removeHeader(name)
      throw error
    })
    // The reader left while waiting for a turn.
    if (reply.raw.closed) stream.destroy()
    return reply
      .header('content-type', 'application/gzip')
      .header('content-disposition', `attachment; filename="events-${text}.ndjson.gz"`)
      .send(stream)
  })
}
