import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { minute } from '../../ground/clock.ts'

/** Logs an exporter's failures once a minute; without its words, which may have an address with a key in it. */
export function tellFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    export(spans, report) {
      exporter.export(spans, result => {
        const now = performance.now()
        if (result.code !== 0 && now >= toldAt + minute) {
          toldAt = now
          log.warn({ spans: spans.length }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT')
        }
        report(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}
