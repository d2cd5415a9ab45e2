import { AsyncLocalStorage } from 'node:async_hooks'
import { type Span, type Tracer, traceWith } from '@furrow/storage/tracing.ts'
import {
  type Context,
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { second, systemClock } from '../../ground/clock.ts'
import type { TracingConfig } from '../../ground/config/tracing.ts'
import { inTime } from '../../ground/in-time.ts'
import { version } from '../../ground/version.ts'
import { tellFailures } from './failures.ts'
import { withoutIdleRounds } from './idle-rounds.ts'

/** At the end, spans that nobody took by then are given up. */
const patience = 1.5 * second
const sendEvery = second
const mostLetters = 1_000

/** Sends spans from here on, until it is disposed of. Loaded only on demand. */
export function startTracing(config: TracingConfig, log: Logger): AsyncDisposable {
  const sampler = new TraceIdRatioBasedSampler(config.ratio)
  const exporter = new OTLPTraceExporter({ url: config.url, headers: config.headers })
  const sending = new BatchSpanProcessor({
    exporter: tellFailures(exporter, log),
    scheduledDelayMillis: sendEvery,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.version': version, ...config.resource }),
    sampler: config.followsParent ? new ParentBasedSampler({ root: sampler }) : sampler,
    spanProcessors: [withoutIdleRounds(sending)],
  })
  const tracer = createTracer(provider)
  traceWith(tracer)
  let ending: Promise<void> | null = null
  return {
    [Symbol.asyncDispose]() {
      traceWith(null)
      ending ??= inTime(provider.shutdown(), patience).catch(() => {})
      return ending
    },
  }
}

function createTracer(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('furrow', version)
  const current = new AsyncLocalStorage<Context>()
  const here = () => current.getStore() ?? ROOT_CONTEXT

  return {
    begin(name, attributes, parent) {
      const context = parent === undefined ? here() : fromElsewhere(parent)
      const kind = parent === undefined ? SpanKind.INTERNAL : SpanKind.SERVER
      const span = tracer.startSpan(name, { kind, attributes: { ...attributes } }, context)
      const inside = trace.setSpan(context, span)
      return toSpan(span, act => current.run(inside, act))
    },
    statement(sql, milliseconds, error) {
      // Statements outside any request or round, such as those of a start, would be traces of one span.
      const context = current.getStore()
      if (context === undefined) return
      const endTime = systemClock.now()
      const text = sql.replace(/\s+/g, ' ').trim()
      const span = tracer.startSpan(
        nameOf(text),
        {
          kind: SpanKind.CLIENT,
          startTime: endTime - milliseconds,
          attributes: { 'db.query.text': text.slice(0, mostLetters) },
        },
        context,
      )
      if (error !== undefined) fail(span, error)
      span.end(endTime)
    },
    keep() {
      const context = current.getStore()
      return context === undefined ? act => current.exit(act) : act => current.run(context, act)
    },
  }
}

function toSpan(span: OtelSpan, within: Span['within']): Span {
  return {
    within,
    set: attributes => void span.setAttributes({ ...attributes }),
    end(error) {
      if (error !== undefined) fail(span, error)
      span.end()
    },
  }
}

/** Leaves out the error's words: they may hold the question, or an address with a key in it. */
function fail(span: OtelSpan, error: unknown): void {
  const kind = error instanceof Error ? error.name : 'error'
  span.setStatus({ code: SpanStatusCode.ERROR, message: kind })
  span.setAttribute('error.type', kind)
}

/** `traceparent` as W3C has it; a malformed one begins a new trace. */
function fromElsewhere(parent: string): Context {
  const [, version, traceId = '', spanId = '', flags = '0'] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(parent) ?? []
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  if (version === 'ff' || !isSpanContextValid(spanContext)) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, spanContext)
}

/** `select quests`: the verb, and the first table. */
function nameOf(sql: string): string {
  const [verb = 'statement'] = /^\w+/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql) ?? []
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`
}
