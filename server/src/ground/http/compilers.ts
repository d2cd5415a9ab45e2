import { hash } from 'node:crypto'
import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
/** As both are; their own types say it in two ways. */
type Build = (...given: unknown[]) => (route: { readonly schema?: unknown }) => object

/** What schemas are compiled to, once in a process however many services it has: tests have one after the other. */
export const compilersFactory = {
  buildValidator: once(ajvCompiler() as Build),
  buildSerializer: once(serializerCompiler() as Build),
} as Factory

/** A schema is known by what it says, not by the object that says it: some are made with their route. */
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
