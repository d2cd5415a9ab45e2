import { describe, expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness } from '../../test/harness.ts'
import { placesIn, type SampleRequest, sampleRequests, textsOf, urlOf } from '../../test/requests.ts'
import { longestHere, longestTurn } from '../../test/turns.ts'
import { allowed, calibrate, costOf, fill, harmless, units } from '../../test/worst-texts.ts'

/** As long as a text may be there; queries as long as an address may be. */
function lengthsOf(harness: Harness): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>()
  for (const [path, methods] of Object.entries(harness.service.app.swagger().paths ?? {}))
    for (const [method, operation] of Object.entries(methods ?? {})) {
      const { requestBody, parameters = [] } = operation as {
        requestBody?: { content: Record<string, { schema: object }> }
        parameters?: { name: string; in: string; schema: object }[]
      }
      const name = `${method.toUpperCase()} ${path.replace(harness.config.basePath, '')}`
      const schema = requestBody?.content['application/json']?.schema
      const texts = [
        ...(schema ? textsOf(schema, 'body') : []),
        ...parameters
          .filter(parameter => parameter.in === 'query' || parameter.in === 'path')
          .flatMap(parameter =>
            textsOf(parameter.schema, `${parameter.in === 'path' ? 'params' : 'query'}.${parameter.name}`),
          ),
      ]
      for (const [place, { maxLength }] of texts)
        lengths.set(`${name} ${place}`, Math.max(lengths.get(`${name} ${place}`) ?? 0, maxLength ?? 4_000))
    }
  return lengths
}

async function start() {
  const harness = await startHarness()
  const { token, furrow } = harness.user()
  const { id } = await furrow.quests.post(sampleQuest)
  const inject = (request: SampleRequest) => {
    const { method, body } = request
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const url = `${harness.config.basePath}${urlOf(request)}`
    const headers = {
      authorization: `Bearer ${token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    }
    return async () => {
      const { statusCode } = await harness.service.app.inject({
        method,
        url,
        headers,
        ...(payload !== undefined && { payload }),
      })
      // Some need a setting that is missing here, and answer 503 to everything: `bad-inputs` gives it to them.
      if (statusCode >= 500 && statusCode !== 503) throw new Error(`${method} ${url}: ${statusCode}`)
    }
  }
  return { harness, inject, requests: sampleRequests(id), unit: await calibrate() }
}

describe('no text of any route costs more than others of its length, makes it fail, or holds the event loop', () => {
  test('every text of every route is among those that are tried', async () => {
    const { harness, requests } = await start()
    const known = lengthsOf(harness)
    const tried = requests.flatMap(request =>
      placesIn(request).map(({ name }) => `${request.method} ${request.path} ${name}`.replace('/ ', ' ')),
    )
    const missed = [...known.keys()]
      .map(name => name.replace('/ ', ' '))
      .filter(name => !tried.includes(name) && !/\.(action|outcome)$/.test(name))
    expect(missed.filter(name => !/^(GET|DELETE) .* body/.test(name))).toEqual([])
  })

  test('every text, with the worst that is known', { timeout: 600_000 }, async () => {
    const { harness, inject, requests, unit } = await start()
    const lengths = lengthsOf(harness)
    const dear: unknown[] = []
    const held: unknown[] = []
    const mostHeld = await longestHere(20)
    for (const request of requests)
      for (const { name, put } of placesIn(request)) {
        const length = lengths.get(`${request.method} ${request.path} ${name}`) ?? 200
        const usual = await costOf(inject(put(fill(harmless, length))), 0, 3)
        const bound = 3 * usual + allowed * unit
        for (const [what, worst] of Object.entries(units)) {
          const text = fill(worst, length).toWellFormed()
          const run = inject(put(text))
          const cost = await costOf(run, bound)
          if (cost > bound) dear.push({ ...request, name, what, cost, usual, unit })
          // A request that costs less in all cannot hold the event loop for longer.
          const longest = cost > mostHeld ? await longestTurn(run, mostHeld) : 0
          if (longest > mostHeld) held.push({ ...request, name, what, longest, mostHeld })
        }
      }
    expect({ dear, held }).toEqual({ dear: [], held: [] })
  })
})
