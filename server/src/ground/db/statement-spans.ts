import type { LogEvent } from 'kysely'
import { currentTracer } from '../tracing.ts'

/** What is told of each statement, its values never: nothing where there are no traces. */
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
