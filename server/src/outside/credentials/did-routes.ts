import { NotFoundError } from '../../ground/errors.ts'
import { anyOrigin } from '../../ground/http/headers.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { writeDidDocument } from './did-document.ts'

/** Where `did:web` looks, at the root of the site. */
export const didRoutes: Routes = async (app, { context }) => {
  app.get('/.well-known/did.json', { schema: { hide: true } }, async (_request, reply) => {
    if (context.config.credentials === null)
      throw new NotFoundError('This installation signs no credentials.')
    return reply
      .headers(anyOrigin)
      .header('cache-control', 'public, max-age=60')
      .header('content-type', 'application/did+json; charset=utf-8')
      .send(JSON.stringify(await writeDidDocument(context)))
  })
}
