import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { withSourceLines } from './source-lines.ts'

/**
 * Structured lines on standard output. What is logged is chosen field by field where it is logged: a request's id,
 * method, path (without its query), status, duration and caller; never headers, bodies or an error's own fields.
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: describeError } }
  return pino(options, stream ?? destination({ dest: 1, sync: false, minLength: 4_096, periodicFlush: 250 }))
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
