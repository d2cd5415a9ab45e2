import type { FastifyInstance } from 'fastify'

type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly pattern?: string
  readonly format?: string
}
type Fields = Readonly<Record<string, unknown>>

/**
 * Reads bodies and queries as their schemas can only mean them: `"12"` for a number, `1` for `true`, a day for the end of
 * that day, and an empty optional field as a missing one. Ambiguous values stay as they are, and are refused.
 */
export function readLeniently(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { body, querystring } = (request.routeOptions.schema ?? {}) as {
      body?: Schema
      querystring?: Schema
    }
    if (querystring !== undefined) request.query = mend(branchesOf(querystring), request.query, '', true)
    if (body !== undefined && request.body !== undefined)
      request.body = mend(branchesOf(body), request.body, '')
    done()
  })
}

function branchesOf(schema: Schema): readonly Schema[] {
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap(branchesOf)
}

function mend(branches: readonly Schema[], value: unknown, name: string, inQuery = false): unknown {
  if (branches.some(branch => accepts(branch, value))) {
    if (Array.isArray(value))
      return value.map(item =>
        mend(
          branches.flatMap(({ items }) => (items ? branchesOf(items) : [])),
          item,
          '',
        ),
      )
    return isFields(value) ? mendFields(branches, value, inQuery) : value
  }
  for (const branch of branches) {
    const other = toMeant(branch, value, name)
    if (other !== undefined) return other
  }
  return value
}

/** Parsed JSON or a query, but no raw bytes (the body of a signed request), which are objects too. */
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
}

function mendFields(branches: readonly Schema[], fields: Fields, inQuery: boolean): Fields {
  const required = new Set(branches.flatMap(({ required = [] }) => required))
  // Where nothing is required, a missing field means "unchanged": an empty one could mean either.
  const dropsEmpty = inQuery || required.size > 0
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const own = branches.flatMap(({ properties = {} }) =>
        Object.hasOwn(properties, name) ? branchesOf(properties[name] as Schema) : [],
      )
      if (own.length === 0) return [[name, value]]
      const isEmpty = (value === '' || value === null) && !own.some(schema => accepts(schema, value))
      // An empty id is a mistake, and no wish for everything.
      if (isEmpty && dropsEmpty && !required.has(name) && name !== 'id') return []
      return [[name, mend(own, value, name)]]
    }),
  )
}

const day = /^\d{4}-\d{2}-\d{2}$/

function accepts(schema: Schema, value: unknown): boolean {
  if (schema.enum !== undefined) return schema.enum.includes(value)
  if (schema.const !== undefined) return schema.const === value
  if (schema.type === undefined) return true
  if (schema.type === 'null') return value === null
  if (schema.type === 'integer' || schema.type === 'number') return typeof value === 'number'
  if (schema.type === 'array') return Array.isArray(value)
  if (schema.type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (schema.type !== 'string') return typeof value === schema.type
  if (typeof value !== 'string') return false
  if (schema.format === 'date-time') return value !== '' && !day.test(value)
  if (value !== '') return true
  return (
    (schema.minLength ?? 0) === 0 &&
    (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(''))
  )
}

const yes: readonly unknown[] = ['true', '1', 1, true]
const no: readonly unknown[] = ['false', '0', 0, false]

/** undefined where the meaning is not certain. */
function toMeant({ enum: names, format, type }: Schema, value: unknown, name: string): unknown {
  // Amounts of money are no integers, and stay strict.
  if (type === 'integer')
    return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
  const truth = yes.includes(value) ? true : no.includes(value) ? false : undefined
  if (type === 'boolean') return truth
  if (names?.includes('true') && names.includes('false'))
    return truth === undefined ? undefined : String(truth)
  const isEnd = name === 'deadline' || name === 'endsAt'
  if (isEnd && format === 'date-time' && typeof value === 'string' && day.test(value))
    return `${value}T23:59:59.999Z`
  return undefined
}
