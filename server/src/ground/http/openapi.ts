import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { Failure, KeyHeader } from '@furrow/sdk/contract'
import type { FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import { codesPagePolicy, writeCodesPage } from './codes-page.ts'
import { codesPath } from './problems.ts'

export async function describeInterface(app: FastifyInstance, basePath: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Furrow',
        version,
        description:
          'Gig work for communities: quests, proof by merged pull request, funds released by themselves.',
        license: { name: 'MIT' },
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
      const response = { ...(schema?.response as object), '4xx': { ...Failure }, '5xx': { ...Failure } }
      return {
        url,
        schema: {
          ...schema,
          response,
          tags: [domain],
          ...(secured && { security: [{ session: [] }, ...scopes.map(scope => ({ key: [scope] }))] }),
          ...(maySession && { security: [{}, { session: [] }] }),
          ...(route.config?.takesKey && { headers: KeyHeader }),
        },
      }
    },
  })
  await app.register(swaggerUi, { routePrefix: `${basePath}/docs`, staticCSP: true })
  const codesPage = writeCodesPage()
  app.get(`${basePath}${codesPath}`, { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', codesPagePolicy).send(codesPage),
  )
  app.get(`${basePath}/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
}
