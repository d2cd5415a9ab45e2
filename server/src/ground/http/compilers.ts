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

/** Most schemas are made once for the process; those that are made with their route are compared by content. */
function once(build: Build): Build {
  const ofSchema = new WeakMap<object, object>()
  const ofText = new Map<string, object>()
  return (...given) => {
    const compile = build(...given)
    return route => {
      const schema = route.schema as object
      const same = ofSchema.get(schema)
      if (same !== undefined) return same
      const text = hash('sha256', JSON.stringify(schema), 'base64')
      const compiled = ofText.get(text) ?? compile(route)
      ofText.set(text, compiled)
      ofSchema.set(schema, compiled)
      return compiled
    }
  }
}
