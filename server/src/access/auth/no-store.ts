import type { FastifyInstance } from 'fastify'

/** Personal answers must not be cached by a proxy, nor by a browser for the next person at the same machine. */
export function keepNothingPersonal(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.asksWho !== true) return
    if (!String(reply.getHeader('cache-control')).includes('no-store'))
      reply.header('cache-control', 'private, no-store')
  })
}

/** No answer of these routes is cached, whoever asked. */
export function keepNothing(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}
