import type { Client } from './http.ts'
import { forever, type Measured, measure } from './measure.ts'
import { newQuest } from './quest-work.ts'

/** `session` is a user's, which Parse Server looks up with each request; null for an anonymous one. */
export type ParseLoad = {
  readonly client: Client
  readonly lanes: number
  readonly seconds: number
  readonly session: string | null
}

/** The least that it needs: no rules. */
const keys = { 'x-parse-application-id': 'bench', 'x-parse-rest-api-key': 'bench-rest' }
const path = '/classes/Quest'

const headersOf = ({ session }: ParseLoad) => ({
  ...keys,
  ...(session !== null && { 'x-parse-session-token': session }),
})

export async function signUp(client: Client): Promise<string> {
  const body = { username: `bench-${Date.now()}`, password: 'seeds, please, as last year' }
  const answer = await client.ask({ method: 'POST', path: '/users', headers: keys, body })
  return JSON.parse(answer).sessionToken
}

export function createObjects(load: ParseLoad): Promise<Measured<string>> {
  const { client, lanes, seconds } = load
  const headers = headersOf(load)
  return measure(
    lanes,
    seconds,
    forever(async index => {
      const body = { ...newQuest(index), status: 'open', taken: 0 }
      return JSON.parse(await client.ask({ method: 'POST', path, headers, body })).objectId
    }),
  )
}

export function updateObjects(load: ParseLoad, ids: readonly string[]): Promise<Measured<string>> {
  const { client, lanes, seconds } = load
  const headers = headersOf(load)
  return measure(
    lanes,
    seconds,
    ids.map(id => () => {
      const body = { status: 'in-progress', taken: 1 }
      return client.ask({ method: 'PUT', path: `${path}/${id}`, headers, body })
    }),
  )
}

export function getObject(load: ParseLoad, ids: readonly string[]): Promise<Measured<string>> {
  const { client, lanes, seconds } = load
  const headers = headersOf(load)
  return measure(
    lanes,
    seconds,
    forever(index => client.ask({ method: 'GET', path: `${path}/${ids[index % ids.length]}`, headers })),
  )
}

export function listObjects(load: ParseLoad, limit: number): Promise<Measured<string>> {
  const { client, lanes, seconds } = load
  const headers = headersOf(load)
  return measure(
    lanes,
    seconds,
    forever(() => client.ask({ method: 'GET', path: `${path}?limit=${limit}`, headers })),
  )
}
