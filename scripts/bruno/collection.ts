import { envJsonToBruV2, jsonToBruV2, jsonToCollectionBru } from '@usebruno/lang'
import { addressesOf, asVariables, hexadecimal, kept } from './variables.ts'

type Json = Readonly<Record<string, unknown>>
type Media = { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
type Operation = {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, unknown>>
}
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
}
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** Operations that nobody can send from a form, and why. */
const left: Readonly<Record<string, string>> = {
  streamEvents: 'a stream does not end',
  receiveWebhook: 'the code host signs it',
  showUnsubscribe: 'its token stands in an e-mail',
  unsubscribe: 'its token stands in an e-mail',
  confirmChannel: 'its token stands in an e-mail',
  getKeyRequest: 'a program begins it',
}

/**
 * A collection for Bruno, as its files by their paths: a request for each example of the OpenAPI document that needs no
 * signature of a wallet. Ids that the service gives are variables, and the request that makes one keeps it.
 */
export function writeCollection(document: Document): Record<string, string> {
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => requestsOf(path, method, operation)),
  )
  return {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'Furrow', type: 'collection' }, null, 2)}\n`,
    'collection.bru': collectionFile(),
    'environments/local.bru': environmentFile(),
    ...Object.fromEntries(
      [...Map.groupBy(requests, one => one.folder)].flatMap(([folder, ofFolder]) =>
        ofFolder.map((request, index) => [`${folder}/${request.name}.bru`, requestFile(request, index + 1)]),
      ),
    ),
  }
}

type Request = {
  readonly folder: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly type: string | null
  readonly body: Json | null
}

function requestsOf(path: string, method: string, operation: Operation): Request[] {
  const { operationId, tags = [], requestBody } = operation
  if (operationId in left) return []
  const base = { folder: tags[0]?.split('.')[0] ?? 'other', method, path, operation }
  const bodies = Object.entries(requestBody?.content ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([name, { value }]) => ({ name, type, body: value as Json })),
  )
  if (bodies.length === 0) return [{ ...base, name: operationId, type: null, body: null }]
  return bodies
    .filter(({ body }) => !('signature' in body))
    .map(({ name, type, body }) => ({
      ...base,
      ...{ type, body },
      name: bodies.length === 1 ? operationId : `${operationId}-${name}`,
    }))
}

function requestFile({ name, method, path, operation, type, body }: Request, seq: number): string {
  const { operationId, summary, parameters = [], responses } = operation
  const given = parameters.filter(one => one.in !== 'header' && (one.required || one.example !== undefined))
  const params = given.map(one => ({
    name: one.name,
    value: asVariables(String(one.example ?? `{{${one.name}}}`), hexadecimal[operationId]),
    type: one.in,
    enabled: true,
  }))
  const query = params.filter(one => one.type === 'query').map(one => `${one.name}=${one.value}`)
  const url = `{{server}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const status = Object.keys(responses).find(one => one.startsWith('2'))
  return jsonToBruV2({
    meta: { name, type: 'http', seq },
    http: { method, url, auth: 'inherit', ...(body !== null && { body: modeOf(type) }) },
    params,
    ...(body !== null && { body: bodyOf(type, body, operationId) }),
    ...(kept[name] !== undefined && { vars: { res: keptBy(kept[name]) } }),
    assertions: [{ name: 'res.status', value: `eq ${status}`, enabled: true }],
    ...(summary !== undefined && { docs: summary }),
  })
}

function modeOf(type: string | null): string {
  return type === 'multipart/form-data' ? 'multipartForm' : 'json'
}

function bodyOf(type: string | null, body: Json, operationId: string): object {
  const id = hexadecimal[operationId]
  if (modeOf(type) === 'json') return { json: asVariables(JSON.stringify(body, null, 2), id) }
  const multipartForm = Object.entries(body).map(([name, value]) =>
    name === 'file'
      ? { name, value: ['collection.bru'], type: 'file', enabled: true }
      : { name, value: String(value), type: 'text', enabled: true },
  )
  return { multipartForm }
}

function keptBy(names: Readonly<Record<string, string>>): object[] {
  return Object.entries(names).map(([name, value]) => ({ name, value, enabled: true, local: false }))
}

function collectionFile(): string {
  return jsonToCollectionBru({
    auth: { mode: 'bearer', bearer: { token: '{{token}}' } },
    script: { req: "bru.setVar('nextMonth', new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString())" },
    docs: [
      '# Furrow',
      '',
      'Every request that needs no signature of a wallet. Set `server` and `token` (an API key, or the token of a session)',
      'in the environment. A request that makes something keeps its id for those that follow.',
    ].join('\n'),
  })
}

function environmentFile(): string {
  const plain = { server: 'http://127.0.0.1:8080', ...addressesOf() }
  return envJsonToBruV2({
    variables: [
      ...Object.entries(plain).map(([name, value]) => ({ name, value, enabled: true, secret: false })),
      { name: 'token', value: '', enabled: true, secret: true },
    ],
  })
}
