import type { FastifyInstance } from 'fastify'

/** What one person is told is kept by nobody for the next one at the same machine: neither by a proxy nor by a browser. */
export function keepNothingPersonal(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (request.asksWho !== true) return
    if (!String(reply.getHeader('cache-control')).includes('no-store'))
      reply.header('cache-control', 'private, no-store')
  })
}
