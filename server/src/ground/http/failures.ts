import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, oneLine } from '@furrow/sdk/contract'
import { isOutage, toLog } from '@furrow/storage/outage.ts'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify'
import type { Config } from '../config/config.ts'
import { ChangedError, ConflictError, HttpError, TooManyRequestsError, UnavailableError } from '../errors.ts'
import { isEnding } from './gentle-close.ts'
import { showProblem, wantsProblem } from './problems.ts'
import { createRefusal, refuseSocket } from './raw-answers.ts'
import { hasTime } from './slow-bodies.ts'

type Said = readonly [code: ErrorCode, sentence: string]

const frameworkFailures: Readonly<Record<number, Said>> = {
  400: ['malformed-request', 'The request is malformed.'],
  404: ['no-such-path', 'There is nothing at this path.'],
  408: ['request-timeout', 'The request took too long to arrive.'],
  413: ['body-too-large', 'The body is too large.'],
  414: ['url-too-long', 'The URL is too long.'],
  415: ['unsupported-media-type', 'The body must be JSON, with Content-Type: application/json.'],
  431: ['headers-too-large', 'The headers are too large.'],
}

export type SendFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** The one place where a failure becomes an answer: `{ "error": sentence, "code": code }`, or a problem of RFC 9457. */
export function createSendFailure(config: Config): SendFailure {
  return (error, request, reply) => {
    const { status, code, sentence, more } = readFailure(error, request, reply)
    reply.code(status)
    if (!wantsProblem(request)) return reply.send({ error: sentence, code, ...more })
    return reply
      .type('application/problem+json')
      .send({ ...showProblem(config, code), status, detail: sentence, code, ...more })
  }
}

export function answerFailures(app: FastifyInstance, send: SendFailure): void {
  app.setErrorHandler(send)
  const refuse = createRefusal(
    'expectation-failed',
    'The only expectation that can be met is 100-continue.',
    { connection: 'close' },
  )
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => refuse(response))
}

type Failed = {
  readonly status: number
  readonly code: ErrorCode
  readonly sentence: string
  readonly more?: object | false
}

function readFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Failed {
  if (error instanceof HttpError) return readHttpError(error, request, reply)
  if (error.validation) {
    const sentence = validationMessage(error.validation, error.validationContext)
    return { status: 400, code: 'invalid-request', sentence }
  }
  const status = error.statusCode ?? 500
  // The framework would close the connection in the middle of a body that is too large; the rest may as well arrive.
  if (status === 413) reply.removeHeader('connection')
  if (status < 500) {
    const unnamed: Said = ['malformed-request', `${STATUS_CODES[status] ?? 'The request failed'}.`]
    const [code, sentence] = frameworkFailures[status] ?? unnamed
    return { status, code, sentence }
  }
  if (isOutage(error)) {
    request.log.error({ ...toLog(error), ...named(request) }, 'the database cannot be reached')
    reply.header('retry-after', '5')
    const sentence = 'The database cannot be reached right now.'
    return { status: 503, code: 'database-unavailable', sentence }
  }
  request.log.error({ err: error, ...named(request) }, 'a request failed')
  return { status: 500, code: 'internal-error', sentence: 'Something went wrong on our side.' }
}

function readHttpError(error: HttpError, request: FastifyRequest, reply: FastifyReply): Failed {
  const { statusCode: status, code, message: sentence } = error
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  if (error instanceof TooManyRequestsError || error instanceof ConflictError)
    reply.header('retry-after', String(error.retryAfter))
  if (status === 503) {
    reply.header('retry-after', String(error instanceof UnavailableError ? error.retryAfter : 5))
    reportOutage(error, request)
  }
  const more = error instanceof ChangedError && error.changed !== null && { changed: error.changed }
  return { status, code, sentence, more }
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
  refuseSocket(socket, ...(frameworkFailures[status] as Said))
}
