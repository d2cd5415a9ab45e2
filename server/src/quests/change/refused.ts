import {
  BadRequestError,
  ChangedError,
  ForbiddenError,
  isOf,
  TooManyRequestsError,
  UnavailableError,
} from '../../ground/errors.ts'
import { Refusal } from '../../rules/lifecycle/refusal.ts'

/** The HTTP error for a refusal of the rules; any other error as it is. `until` is counted from `now`. */
export function toHttpError(error: unknown, now: number): unknown {
  if (!(error instanceof Refusal)) return error
  const { message, code, until } = error
  if (isOf(code, 403)) return new ForbiddenError(message, { code })
  if (isOf(code, 409)) return new ChangedError(message, { code })
  if (isOf(code, 429))
    return new TooManyRequestsError(Math.ceil(((until ?? now) - now) / 1_000), message, { code })
  if (isOf(code, 503)) return new UnavailableError(message, { code })
  return new BadRequestError(message, { code })
}

/** @throws HttpError where the rule refuses. */
export function askRule<T>(now: number, rule: () => T): T {
  try {
    return rule()
  } catch (error) {
    throw toHttpError(error, now)
  }
}
