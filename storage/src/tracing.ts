export type Attributes = Readonly<Record<string, string | number | boolean>>

export type Span = {
  /** Runs it, so that all spans that begin in it are part of this one. */
  within<T>(act: () => T): T
  set(attributes: Attributes): void
  /** With an error if it failed: its kind is recorded, and not its words. */
  end(error?: unknown): void
}

export type Tracer = {
  /** A part of the current span; or of the one that a `traceparent` names, where a request begins. */
  begin(name: string, attributes: Attributes, parent?: string): Span
  statement(sql: string, milliseconds: number, error: unknown): void
  /** Keeps the current span, to go on later as a part of it. */
  keep(): <T>(act: () => T) => T
}

/** null unless OTEL_EXPORTER_OTLP_ENDPOINT is set: then nothing is made, and nothing was loaded. */
let tracer: Tracer | null = null

export function traceWith(given: Tracer | null): void {
  tracer = given
}

export function currentTracer(): Tracer | null {
  return tracer
}

const none: Span = { within: act => act(), set() {}, end() {} }

export async function traced<T>(
  name: string,
  attributes: Attributes,
  act: (span: Span) => Promise<T>,
): Promise<T> {
  if (tracer === null) return act(none)
  const span = tracer.begin(name, attributes)
  try {
    const value = await span.within(() => act(span))
    span.end()
    return value
  } catch (error) {
    span.end(error)
    throw error
  }
}

const atOnce = <T>(act: () => T): T => act()

/** For queued work: lets it go on as a part of the span that queued it. */
export function keepSpan(): <T>(act: () => T) => T {
  return tracer === null ? atOnce : tracer.keep()
}
