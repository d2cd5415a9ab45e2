import type { LogEvent } from 'kysely'
import { currentTracer } from './tracing.ts'

/** Traces each statement without its values; nothing without a tracer. */
export function statementSpans(): { readonly log?: (event: LogEvent) => void } {
  const tracer = currentTracer()
  if (tracer === null) return {}
  return {
    log: event =>
      tracer.statement(
        event.query.sql,
        event.queryDurationMillis,
        event.level === 'error' ? event.error : undefined,
      ),
  }
}
