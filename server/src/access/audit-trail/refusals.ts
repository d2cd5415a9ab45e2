import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../ground/context.ts'
import { clientOf, digestOfNetwork } from '../../ground/http/networks.ts'
import { callerOf, routeOf } from '../../ground/http/request-lines.ts'
import { noteAccess } from './access.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route notes the outcome of sign-in attempts itself. */
    notesSignIns?: boolean
  }
}

export function noteRefusals(app: FastifyInstance, context: Context): void {
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    const isSignIn = request.routeOptions.config.notesSignIns === true && status !== 429
    if ((status === 401 || status === 403 || status === 429) && !isSignIn)
      noteAccess(context, {
        kind: 'refused',
        actor: callerOf(request),
        about: {
          status,
          method: request.method,
          route: routeOf(request),
          network: networkOf(context, request),
        },
      })
    done()
  })
}

/** A keyed digest of the network: two notes can be told to come from the same one. */
export function networkOf({ secrets }: Pick<Context, 'secrets'>, { ip }: FastifyRequest): string {
  return digestOfNetwork(secrets.signing[0], clientOf(ip))
}
