export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Something that takes time. */
export type Span = {
  /** Does it, so that all that begins in it is a part of it. */
  within<T>(act: () => T): T
  set(attributes: Attributes): void
  /** With an error where it failed, of which the kind is told and not the words. */
  end(error?: unknown): void
}

export type Tracer = {
  /** A part of what is under way; or of what a `traceparent` names, where a request begins. */
  begin(name: string, attributes: Attributes, parent?: string): Span
  /** A statement of the database that has just ended. */
  statement(sql: string, milliseconds: number, error: unknown): void
  /** To go on later, as a part of what is under way now. */
  keep(): <T>(act: () => T) => T
}

/** null where OTEL_EXPORTER_OTLP_ENDPOINT is not set: nothing is made then, and nothing was loaded. */
let tracer: Tracer | null = null

export function traceWith(given: Tracer | null): void {
  tracer = given
}

export function currentTracer(): Tracer | null {
  return tracer
}

const none: Span = { within: act => act(), set() {}, end() {} }

/** Does it as a span of that name, where there are spans. */
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

/** For what waits in a queue: how it goes on as a part of what put it there. */
export function keepSpan(): <T>(act: () => T) => T {
  return tracer === null ? atOnce : tracer.keep()
}
