import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { oneLine } from '@furrow/sdk/contract'
import { isOutage, toLog } from '@furrow/storage/outage.ts'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import { ChangedError, ConflictError, HttpError, TooManyRequestsError, UnavailableError } from '../errors.ts'
import { isEnding } from './gentle-close.ts'
import { createRefusal, refuseSocket } from './raw-answers.ts'
import { hasTime } from './slow-bodies.ts'

const frameworkMessages: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  404: 'There is nothing at this path.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  414: 'The URL is too long.',
  415: 'The body must be JSON, with Content-Type: application/json.',
  429: 'Too many requests; try again later.',
  431: 'The headers are too large.',
  503: 'The service is busy; try again in a moment.',
}

/** The one place where a failure becomes an answer: always `{ "error": sentence }`. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendFailure(error, request, reply))
  const refuse = createRefusal(417, 'The only expectation that can be met is 100-continue.', {
    connection: 'close',
  })
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => refuse(response))
}

export function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof HttpError) {
    if (error.statusCode === 401 && !reply.hasHeader('www-authenticate'))
      reply.header('www-authenticate', 'Bearer')
    if (error instanceof TooManyRequestsError || error instanceof ConflictError)
      reply.header('retry-after', String(error.retryAfter))
    if (error.statusCode === 503) {
      reply.header('retry-after', String(error instanceof UnavailableError ? error.retryAfter : 5))
      reportOutage(error, request)
    }
    const changed = error instanceof ChangedError && error.changed !== null && { changed: error.changed }
    return reply.code(error.statusCode).send({ error: error.message, ...changed })
  }
  if (error.validation)
    return reply.code(400).send({ error: validationMessage(error.validation, error.validationContext) })

  const status = error.statusCode ?? 500
  // The framework would close the connection in the middle of a body that is too large; the rest may as well arrive.
  if (status === 413) reply.removeHeader('connection')
  if (status < 500) {
    const error = frameworkMessages[status] ?? `${STATUS_CODES[status] ?? 'The request failed'}.`
    return reply.code(status).send({ error })
  }
  if (isOutage(error)) {
    request.log.error({ ...toLog(error), ...named(request) }, 'the database cannot be reached')
    return reply
      .code(503)
      .header('retry-after', '5')
      .send({ error: 'The database cannot be reached right now.' })
  }
  request.log.error({ err: error, ...named(request) }, 'a request failed')
  return reply.code(500).send({ error: 'Something went wrong on our side.' })
}

/** Logs the cause by its short message: the full one may hold an address with a key in it. */
function reportOutage({ message, cause }: HttpError, request: FastifyRequest): void {
  if (!(cause instanceof Error)) return
  const reason = 'shortMessage' in cause ? cause.shortMessage : cause.name
  request.log.warn({ reason, ...named(request) }, message)
}

function named({ id, method, routeOptions }: FastifyRequest) {
  return { id, method, path: routeOptions.url }
}

export function validationMessage(
  [first]: readonly FastifySchemaValidationError[],
  context: string | undefined,
): string {
  if (first === undefined) return 'The request is malformed.'
  const where = first.instancePath.slice(1).replaceAll('/', '.')
  const { missingProperty, allowedValues } = first.params as {
    missingProperty?: string
    allowedValues?: string[]
  }
  if (missingProperty !== undefined)
    return `${where === '' ? '' : `${where}.`}${missingProperty} is required.`
  if (allowedValues !== undefined) return `${where} must be one of ${allowedValues.join(', ')}.`
  const name = where === '' ? `The ${context === 'querystring' ? 'query' : 'body'}` : where
  if (first.keyword === 'pattern' && first.params.pattern === oneLine)
    return `${name} must be one line, with something in it.`
  if (first.keyword === 'pattern') return `${name} does not have the right form.`
  return `${name} ${first.message ?? 'is not valid'}.`
}

/** Answers failures below HTTP, before there is a request: malformed bytes, or bytes that came too slowly. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (isEnding(socket) || (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasTime(socket))) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400
  refuseSocket(socket, status, frameworkMessages[status] as string)
}
