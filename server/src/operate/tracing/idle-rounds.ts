import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'

const [duty, done] = ['furrow.duty', 'furrow.done'] as const
const mostHeld = 500

/** Every duty has a round each second or minute, and most find nothing to do: those are not sent, nor are their questions. */
export function withoutIdleRounds(sending: SpanProcessor): SpanProcessor {
  const held = new Map<string, ReadableSpan[]>()
  return {
    onStart(span, context) {
      if (span.attributes[duty] !== undefined) held.set(span.spanContext().traceId, [])
      sending.onStart(span, context)
    },
    onEnd(span) {
      const { traceId } = span.spanContext()
      const parts = held.get(traceId)
      if (parts === undefined) return sending.onEnd(span)
      if (span.attributes[duty] === undefined) {
        if (parts.length < mostHeld) parts.push(span)
        return
      }
      held.delete(traceId)
      if (span.attributes[done] === 0) return
      for (const part of parts) sending.onEnd(part)
      sending.onEnd(span)
    },
    forceFlush: () => sending.forceFlush(),
    shutdown: () => sending.shutdown(),
  }
}
