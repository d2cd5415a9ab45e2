export { RefusedError } from '@furrow/storage/refused.ts'

/** A failure that the client may read about: its message goes out as `{ "error": message }`. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly statusCode: number

  constructor(statusCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.statusCode = statusCode
  }
}

/** 400: the request, or the state it meets, does not allow this. */
export class BadRequestError extends HttpError {
  override readonly name = 'BadRequestError'
  constructor(message: string, options?: ErrorOptions) {
    super(400, message, options)
  }
}

/** 401: no valid proof of who is asking. */
export class UnauthorizedError extends HttpError {
  override readonly name = 'UnauthorizedError'
  constructor(message: string, options?: ErrorOptions) {
    super(401, message, options)
  }
}

/** 403: known, but not allowed. */
export class ForbiddenError extends HttpError {
  override readonly name = 'ForbiddenError'
  constructor(message: string, options?: ErrorOptions) {
    super(403, message, options)
  }
}

/** 404: not there, or not yours. */
export class NotFoundError extends HttpError {
  override readonly name = 'NotFoundError'
  constructor(message: string, options?: ErrorOptions) {
    super(404, message, options)
  }
}

/** 409: something else has to end first; `retryAfter` is in seconds. */
export class ConflictError extends HttpError {
  override readonly name = 'ConflictError'
  readonly retryAfter: number
  constructor(retryAfter: number, message: string) {
    super(409, message)
    this.retryAfter = retryAfter
  }
}

/** 409: the state behind a request has changed; the client has to look again. `changed` goes out beside the sentence. */
export class ChangedError extends HttpError {
  override readonly name = 'ChangedError'
  readonly changed: object | null
  constructor(message: string, changed: object | null = null) {
    super(409, message)
    this.changed = changed
  }
}

/** 422: well-formed, and not what it says it is. */
export class UnprocessableError extends HttpError {
  override readonly name = 'UnprocessableError'
  constructor(message: string, options?: ErrorOptions) {
    super(422, message, options)
  }
}

/** 429: too many requests; `retryAfter` is in seconds. */
export class TooManyRequestsError extends HttpError {
  override readonly name = 'TooManyRequestsError'
  readonly retryAfter: number
  constructor(retryAfter: number, message = `Too many requests; try again in ${retryAfter} seconds.`) {
    super(429, message)
    this.retryAfter = retryAfter
  }
}

/** 503: something that the request needs cannot be reached, or is not configured. */
export class UnavailableError extends HttpError {
  override readonly name = 'UnavailableError'
  readonly retryAfter: number
  constructor(message: string, options?: ErrorOptions & { readonly retryAfter?: number }) {
    super(503, message, options)
    this.retryAfter = options?.retryAfter ?? 5
  }
}
