import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError, NotFoundError } from '../errors.ts'
import type { SendPage } from './web-client.ts'

/** 405 with `Allow` on a known path, the client's page to a browser, else 404. Call it before adding routes. */
export function answerUnknown(app: FastifyInstance, sendPage: SendPage): void {
  const methods = new Map<string, string[]>()
  const plain = (path: string) => path.replace(/(?<=.)\/$/, '')

  app.addHook('onRoute', route => {
    methods.set(plain(route.url), (methods.get(plain(route.url)) ?? []).concat(route.method))
  })

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = plain(request.url.split('?', 1)[0] ?? '')
    const allowed = methods.get(path)
    if (allowed === undefined && sendPage(request, reply)) return reply
    if (allowed === undefined)
      throw new NotFoundError('There is nothing at this path.', { code: 'no-such-path' })
    const allow = [...new Set(allowed)].sort().join(', ')
    reply.header('allow', allow)
    throw new HttpError('method-not-allowed', `${request.method} is not allowed here; allowed: ${allow}.`)
  })
}
