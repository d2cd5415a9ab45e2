import { hash } from 'node:crypto'
import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Build = (...given: unknown[]) => (route: { readonly schema?: unknown }) => object

/** Caches compiled schemas for the process: tests start one service after the other. */
export const compilersFactory = {
  buildValidator: once(ajvCompiler() as Build),
  buildSerializer: once(serializerCompiler() as Build),
} as Factory

/** Schemas are compared by content, since some are created with their route. */
function once(build: Build): Build {
  const compiled = new Map<string, object>()
  return (...given) => {
    const compile = build(...given)
    return route => {
      const key = hash('sha256', JSON.stringify(route.schema), 'base64')
      const known = compiled.get(key) ?? compile(route)
      compiled.set(key, known)
      return known
    }
  }
}
