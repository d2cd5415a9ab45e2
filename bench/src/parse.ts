import type { Client } from './http.ts'
import { forever, type Measured, measure } from './measure.ts'
import { newQuest } from './quest-work.ts'

type Load = { readonly client: Client; readonly lanes: number; readonly seconds: number }

/** The least that it asks for: no session to look up, no rules. */
const headers = { 'x-parse-application-id': 'bench', 'x-parse-rest-api-key': 'bench-rest' }
const path = '/classes/Quest'

/** Objects with a quest's fields. Gives their ids. */
export function createObjects({ client, lanes, seconds }: Load): Promise<Measured<string>> {
  return measure(
    lanes,
    seconds,
    forever(async index => {
      const body = { ...newQuest(index), status: 'open', taken: 0 }
      return JSON.parse(await client.ask({ method: 'POST', path, headers, body })).objectId
    }),
  )
}

export function updateObjects(
  { client, lanes, seconds }: Load,
  ids: readonly string[],
): Promise<Measured<string>> {
  return measure(
    lanes,
    seconds,
    ids.map(id => () => {
      const body = { status: 'in-progress', taken: 1 }
      return client.ask({ method: 'PUT', path: `${path}/${id}`, headers, body })
    }),
  )
}

export function getObject(
  { client, lanes, seconds }: Load,
  ids: readonly string[],
): Promise<Measured<string>> {
  return measure(
    lanes,
    seconds,
    forever(index => client.ask({ method: 'GET', path: `${path}/${ids[index % ids.length]}`, headers })),
  )
}

export function listObjects({ client, lanes, seconds }: Load, limit: number): Promise<Measured<string>> {
  return measure(
    lanes,
    seconds,
    forever(() => client.ask({ method: 'GET', path: `${path}?limit=${limit}`, headers })),
  )
}
