import { currentTracer, type Span } from '@furrow/storage/tracing.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from './request-lines.ts'

export function traceRequests(app: FastifyInstance): void {
  const tracer = currentTracer()
  if (tracer === null) return
  const spans = new WeakMap<FastifyRequest, Span>()

  app.addHook('onRequest', (request, _reply, done) => {
    const { id, method, headers } = request
    const route = routeOf(request) ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route, 'furrow.request_id': id }
    const { traceparent } = headers
    const span = tracer.begin(`${method} ${route}`, attributes, String(traceparent ?? ''))
    spans.set(request, span)
    span.within(done)
  })
  // The body arrives by the socket's events, which are outside the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': statusCode })
    span?.end(statusCode < 500 ? undefined : `${statusCode}`)
    done()
  })
}
