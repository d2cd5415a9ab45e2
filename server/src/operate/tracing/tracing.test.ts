import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { statementSpans } from '@furrow/storage/statement-spans.ts'
import { currentTracer, traced } from '@furrow/storage/tracing.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engine, sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { createChains } from '../../ground/clients/chains.ts'
import { createAsk } from '../../ground/clients/codehost/ask.ts'
import { readConfig } from '../../ground/config/config.ts'
import { everyMinute } from '../../ground/duty.ts'
import { startDaemon } from '../../service/daemon/daemon.ts'

type Value = { stringValue?: string; intValue?: number | string }
type Shown = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Record<string, string | number | undefined>
  readonly failed: boolean
}

/** A collector of OTLP over HTTP that decodes what arrives. */
async function startCollector() {
  const collector = { url: '', spans: [] as Shown[], headers: {} as Record<string, unknown>, service: '' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    collector.headers = request.headers
    if (request.url !== '/v1/traces') {
      response.writeHead(404).end()
      return
    }
    for (const { resource, scopeSpans } of JSON.parse(String(Buffer.concat(chunks))).resourceSpans) {
      collector.service = toAttributes(resource.attributes)['service.name'] as string
      for (const { spans } of scopeSpans)
        for (const { name, traceId, spanId, parentSpanId, attributes, status } of spans)
          collector.spans.push({
            name,
            traceId,
            spanId,
            parentSpanId,
            attributes: toAttributes(attributes),
            failed: status?.code === 2,
          })
    }
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return collector
}

function toAttributes(list: readonly { key: string; value: Value }[]): Shown['attributes'] {
  return Object.fromEntries(
    list.map(({ key, value }) => [key, value.stringValue ?? (value.intValue && Number(value.intValue))]),
  )
}

describe('traces', () => {
  test('have a span for each request, duty and call, with what they ask of the database', async () => {
    const collector = await startCollector()
    const { context, send, user, service } = await startHarness({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
        OTEL_SERVICE_NAME: 'farm',
      },
    })
    const { token } = user()
    const [traceId, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const headers = { traceparent: `00-${traceId}-${parent}-01` }
    const posted = await send('POST', '/quests', { token, headers, body: sampleQuest })
    const accepting = { questId: posted.body.id, action: 'accept' }
    const accepted = await send('PATCH', '/quests', { token: user().token, body: accepting })
    expect([posted.status, accepted.status]).toEqual([201, 200])
    await send('GET', '/nothing?code=hushed', { headers: { traceparent: '00-nonsense' } })

    const duty = (name: string, done: number) => ({
      name,
      every: everyMinute,
      async round() {
        await context.db.selectFrom('dao').selectAll().execute()
        return done-- > 0 ? 1 : 0
      },
    })
    await startDaemon(context, [duty('busy', 1), duty('idle', 0)])[Symbol.asyncDispose]()
    const host = await startJsonHost({
      'GET /repos/a/b': {},
      'POST /': { jsonrpc: '2.0', id: 1, result: '0x1' },
    })
    await createAsk({ note() {} } as never)(`${host.url}/repos/a/b?code=hushed`)
    const chains = createChains({
      agreeUrls: new Map(),
      rpcUrls: new Map([[1, `${host.url}/?key=hushed`]]),
      ensUniversalResolver: null,
    })
    await (await chains.get(1)).getBlockNumber()
    await expect(traced('failing', {}, () => Promise.reject(new TypeError('hushed')))).rejects.toThrow()
    await service[Symbol.asyncDispose]()

    const { spans } = collector
    const named = (name: string) => spans.filter(span => span.name === name)
    const partsOf = (span: Shown | undefined) =>
      spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId)
    const [post] = named('POST /api/quests')
    expect(post).toMatchObject({
      traceId,
      parentSpanId: parent,
      attributes: {
        'http.route': '/api/quests',
        'http.request.method': 'POST',
        'http.response.status_code': 201,
        'furrow.request_id': posted.headers.get('x-request-id'),
      },
    })
    const statements = spans.filter(({ attributes }) => attributes['db.query.text'])
    expect(statements.filter(span => span.traceId === traceId).length).toBeGreaterThan(0)
    const [patch] = named('PATCH /api/quests')
    expect(patch?.traceId).not.toBe(traceId)
    const [transaction] = partsOf(patch).filter(({ name }) => name === 'transaction')
    expect(partsOf(transaction).some(({ name }) => name === 'select quests')).toBe(true)
    expect(named('GET unknown')).toMatchObject([{ attributes: { 'http.response.status_code': 404 } }])
    const [busy] = named('duty busy')
    expect(partsOf(busy).map(({ name }) => name)).toEqual(['select dao'])
    expect(named('duty idle')).toEqual([])
    expect(named('code host GET')).toMatchObject([
      { attributes: { 'url.path': '/repos/a/b', 'http.response.status_code': 200 } },
    ])
    expect(named('rpc eth_blockNumber')).toMatchObject([{ attributes: { 'furrow.chain': 1 } }])
    expect(named('failing')).toMatchObject([{ failed: true, attributes: { 'error.type': 'TypeError' } }])
    expect(collector.service).toBe('farm')
    expect(collector.headers['x-key']).toBe('a key')
    const all = JSON.stringify(spans)
    // Not `secret`: statements name a column so.
    for (const hushed of ['hushed', token, sampleQuest.description]) expect(all).not.toContain(hushed)
    if (engine === 'sqlite') expect(all).not.toContain('begin immediate')
  })

  test('that nobody takes are told of once, and keep nobody waiting', async () => {
    const { send, service, logged } = await startHarness({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    })
    expect((await send('GET', '/quests')).status).toBe(200)
    const began = performance.now()
    await service[Symbol.asyncDispose]()
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(logged()).not.toContain('127.0.0.1:1')
  })

  test('are not there without the setting: nothing is loaded, and nothing asks for the time', async () => {
    await startHarness()
    expect(currentTracer()).toBeNull()
    expect(statementSpans()).toEqual({})
  })

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json'],
    [{ OTEL_TRACES_SAMPLER: 'some' }, 'OTEL_TRACES_SAMPLER must be one of'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS must list pairs'],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'x=%zz' }, 'OTEL_EXPORTER_OTLP_HEADERS must list pairs'],
  ])('are refused with a sentence where a setting is wrong: %o', (env, sentence) => {
    const read = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...env })
    expect(read).toThrow(sentence)
    expect(read).not.toThrow('secret')
  })

  test('go where the standard settings say', () => {
    const read = (env: Record<string, string>) => readConfig(env).tracing
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/' }
    expect(read({})).toBeNull()
    expect(read({ ...base, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    expect(read({ ...base, OTEL_TRACES_EXPORTER: 'none' })).toBeNull()
    expect(read(base)).toMatchObject({ url: 'http://c:4318/v1/traces', ratio: 1, followsParent: true })
    const sampler = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' }
    expect(read({ ...base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t/in', ...sampler })).toMatchObject({
      url: 'https://t/in',
      ratio: 0.25,
      followsParent: false,
    })
  })
})
