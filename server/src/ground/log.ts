import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { withSourceLines } from './source-lines.ts'

/**
 * Structured lines on standard output. Each place that logs chooses its fields one by one: a request's id, method, path
 * (without its query), status, duration and caller; never headers, bodies or an error's own fields, and neither at any level
 * that libraries write at.
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    serializers: { err: describeError },
    formatters: { log: withoutSecrets },
  }
  return pino(options, stream ?? createOutput())
}

const flushEvery = 250
/** More than one, since a flush passes over what was logged while an earlier one still writes. */
const flushesAfterLine = 4

/** Gathers lines. The library's own timer never ends: four times a second it would have another thread write nothing. */
function createOutput(): DestinationStream {
  const output = destination({ dest: 1, sync: false, minLength: 4_096 })
  const write = output.write.bind(output)
  let timer: NodeJS.Timeout | undefined
  let left = 0
  function end(): void {
    clearInterval(timer)
    timer = undefined
  }
  function flush(): void {
    // A process that ends by itself closes it first, and a closed one takes no flush.
    const isClosed = 'destroyed' in output && output.destroyed === true
    if (!isClosed) output.flush()
    if (isClosed || --left === 0) end()
  }
  output.write = line => {
    left = flushesAfterLine
    timer ??= setInterval(flush, flushEvery).unref()
    return write(line)
  }
  return output
}

const secret =
  /^(.*authorization|.*cookie|.*token|.*secret|.*password|.*private_?key|.*api-?key|headers|rawHeaders|body|payload|signature)$/i
const deepest = 5

/** Libraries choose what they log of a request; credentials and sent contents are left out of it, however deep they are. */
function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isFlat(value) && !secret.test(name) ? value : clean(name, value, 0),
    ]),
  )
}

function isFlat(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function clean(name: string, value: unknown, depth: number): unknown {
  if (secret.test(name)) return '[left out]'
  // The serializer of errors runs after this.
  if (isFlat(value) || (depth === 0 && value instanceof Error)) return value
  if (value instanceof Error) return describeError(value)
  if (depth === deepest) return '[left out]'
  if (Array.isArray(value)) return value.map(item => clean('', item, depth + 1))
  const kind = Object.getPrototypeOf(value)
  // A request, an answer, a socket: their contents are not ours to log.
  if (kind !== null && kind !== Object.prototype) return `[${kind.constructor?.name ?? 'object'}]`
  return Object.fromEntries(
    Object.entries(value as object).map(([name, inner]) => [name, clean(name, inner, depth + 1)]),
  )
}

/** Name, message and stack only: a database error's `detail` holds the values of the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  return {
    name: error.name,
    message: error.message,
    code,
    stack: error.stack && withSourceLines(error.stack),
  }
}
