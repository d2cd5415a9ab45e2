import { hash } from 'node:crypto'
import ajvCompiler from '@fastify/ajv-compiler'
import serializerCompiler from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>
type Compile<Compiled> = (route: { readonly schema?: unknown }) => Compiled
type Build<Compiled> = (...given: unknown[]) => Compile<Compiled>
type Validate = { (value: unknown): boolean; errors?: readonly object[] | null | undefined }
type Serialize = (value: unknown) => string

/** Characters of a schema that takes longer to compile than a turn of the event loop may. */
const large = 16_000

/** Compiling all was a third of a start: a schema is compiled with its first request, only large ones at the start. */
export const compilersFactory = {
  buildValidator: once(ajvCompiler() as Build<Validate>, compile => {
    let compiled: Validate | null = null
    const validate: Validate = value => {
      compiled ??= compile()
      const isValid = compiled(value)
      validate.errors = compiled.errors
      return isValid
    }
    return validate
  }),
  buildSerializer: once(serializerCompiler() as Build<Serialize>, compile => {
    let compiled: Serialize | null = null
    return value => {
      compiled ??= compile()
      return compiled(value)
    }
  }),
} as Factory

/**
 * Keeps what a schema is compiled to for the process: tests start one service after the other. Most schemas are made once
 * for the process; those that are made with their route are compared by content.
 */
function once<Compiled>(
  build: Build<Compiled>,
  later: (compile: () => Compiled) => (value: unknown) => unknown,
): Build<unknown> {
  const ofSchema = new WeakMap<object, unknown>()
  const ofText = new Map<string, unknown>()
  return (...given) => {
    const compile = build(...given)
    return route => {
      const schema = route.schema as object
      const same = ofSchema.get(schema)
      if (same !== undefined) return same
      const whole = JSON.stringify(schema)
      const text = hash('sha256', whole, 'base64')
      const compiled =
        ofText.get(text) ?? (whole.length > large ? compile(route) : later(() => compile(route)))
      ofText.set(text, compiled)
      ofSchema.set(schema, compiled)
      return compiled
    }
  }
}
