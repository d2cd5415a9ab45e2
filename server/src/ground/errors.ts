import { type Code, type CodeOf, type ErrorCode, errorCodes } from '@furrow/sdk/contract'

export { RefusedError } from '@furrow/storage/refused.ts'

const known: Readonly<Record<ErrorCode, Code>> = {
  ...errorCodes.general,
  ...errorCodes.access,
  ...errorCodes.quests,
  ...errorCodes.people,
  ...errorCodes.community,
}

export function codeOf(code: ErrorCode): Code {
  return known[code]
}

export function statusOf(code: ErrorCode): number {
  return known[code].status
}

export function isOf<Status extends number>(code: ErrorCode, status: Status): code is CodeOf<Status> {
  return statusOf(code) === status
}

/** A failure that the client may read about: its message goes out as `{ "error": message, "code": code }`. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly statusCode: number
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.statusCode = statusOf(code)
  }
}

/** Left out, the code is the general one of the status. */
type Coded<Status extends number> = ErrorOptions & { readonly code?: CodeOf<Status> }

/** 400: the request, or the state it meets, does not allow this. */
export class BadRequestError extends HttpError {
  override readonly name = 'BadRequestError'
  constructor(message: string, { code = 'bad-request', ...options }: Coded<400> = {}) {
    super(code, message, options)
  }
}

/** 401: no valid proof of who is asking. */
export class UnauthorizedError extends HttpError {
  override readonly name = 'UnauthorizedError'
  constructor(message: string, { code = 'unauthorized', ...options }: Coded<401> = {}) {
    super(code, message, options)
  }
}

/** 403: known, but not allowed. */
export class ForbiddenError extends HttpError {
  override readonly name = 'ForbiddenError'
  constructor(message: string, { code = 'forbidden', ...options }: Coded<403> = {}) {
    super(code, message, options)
  }
}

/** 404: not there, or not yours. */
export class NotFoundError extends HttpError {
  override readonly name = 'NotFoundError'
  constructor(message: string, { code = 'not-found', ...options }: Coded<404> = {}) {
    super(code, message, options)
  }
}

/** 409: something else has to end first; `retryAfter` is in seconds. */
export class ConflictError extends HttpError {
  override readonly name = 'ConflictError'
  readonly retryAfter: number
  constructor(retryAfter: number, message: string, { code }: { readonly code: CodeOf<409> }) {
    super(code, message)
    this.retryAfter = retryAfter
  }
}

/** 409: the state behind a request has changed; the client has to look again. `changed` goes out beside the sentence. */
export class ChangedError extends HttpError {
  override readonly name = 'ChangedError'
  readonly changed: object | null
  constructor(
    message: string,
    { code, changed = null }: { readonly code: CodeOf<409>; readonly changed?: object | null },
  ) {
    super(code, message)
    this.changed = changed
  }
}

/** 422: well-formed, and not what it says it is. */
export class UnprocessableError extends HttpError {
  override readonly name = 'UnprocessableError'
  constructor(message: string, { code }: { readonly code: CodeOf<422> }) {
    super(code, message)
  }
}

/** 429: too many requests; `retryAfter` is in seconds. */
export class TooManyRequestsError extends HttpError {
  override readonly name = 'TooManyRequestsError'
  readonly retryAfter: number
  constructor(
    retryAfter: number,
    message = `Too many requests; try again in ${retryAfter} seconds.`,
    { code = 'too-many-requests', ...options }: Coded<429> = {},
  ) {
    super(code, message, options)
    this.retryAfter = retryAfter
  }
}

/** 503: something that the request needs cannot be reached, or is not configured. */
export class UnavailableError extends HttpError {
  override readonly name = 'UnavailableError'
  readonly retryAfter: number
  constructor(
    message: string,
    { code = 'unavailable', retryAfter = 5, ...options }: Coded<503> & { readonly retryAfter?: number } = {},
  ) {
    super(code, message, options)
    this.retryAfter = retryAfter
  }
}
