import swagger from '@fastify/swagger'
import { KeyHeader } from '@furrow/sdk/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { version } from '../version.ts'
import { codesPagePolicy, writeCodesPage } from './codes-page.ts'
import { completeDocument } from './document.ts'
import { addExamples, type Examples } from './examples.ts'
import { codesPath } from './problems.ts'
import { serveReference } from './reference.ts'

export async function describeInterface(
  app: FastifyInstance,
  { basePath, publicUrl }: Config,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Furrow',
        version,
        description:
          'Gig work for communities: quests, proof by merged pull request, funds released by themselves.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: {
          session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          key: { type: 'http', scheme: 'bearer', description: 'An API key that has one of the scopes' },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const domain = url.slice(basePath.length).split('/')[1] ?? ''
      const secured = route.config?.needsSession === true
      const { maySession = false, scopes = [] } = route.config ?? {}
      return {
        url,
        schema: {
          ...schema,
          tags: [domain],
          ...(secured && { security: [{ session: [] }, ...scopes.map(scope => ({ key: [scope] }))] }),
          ...(maySession && { security: [{}, { session: [] }] }),
          ...(route.config?.takesKey && { headers: KeyHeader }),
        },
      }
    },
    transformObject: given =>
      'openapiObject' in given
        ? (completeDocument(given.openapiObject as never, basePath, publicUrl) as never)
        : given.swaggerObject,
  })
  await serveReference(app, basePath)
  const codesPage = writeCodesPage()
  app.get(`${basePath}${codesPath}`, { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', codesPagePolicy).send(codesPage),
  )
  let described: Promise<object> | undefined
  app.get(`${basePath}/openapi.json`, { schema: { hide: true } }, () => (described ??= describe(app)))
}

/** The examples are read with the first question, so that a service which nobody asks does not hold them. */
async function describe(app: FastifyInstance): Promise<object> {
  const { default: examples } = await import('./examples.json', { with: { type: 'json' } })
  const document = app.swagger()
  addExamples(document as never, examples as Examples)
  return document
}
