import { BadRequestError, ChangedError, ForbiddenError, TooManyRequestsError } from '../../ground/errors.ts'
import { Refusal } from '../../rules/lifecycle/refusal.ts'

/** The HTTP error for a refusal of the rules; any other error as it is. `until` is counted from `now`. */
export function toHttpError(error: unknown, now: number): unknown {
  if (!(error instanceof Refusal)) return error
  const { message, reason, until } = error
  switch (reason) {
    case 'invalid':
      return new BadRequestError(message)
    case 'forbidden':
      return new ForbiddenError(message)
    case 'changed':
      return new ChangedError(message)
    case 'too-many':
      return new TooManyRequestsError(Math.ceil(((until ?? now) - now) / 1_000), message)
  }
}

/** @throws HttpError where the rule refuses. */
export function askRule<T>(now: number, rule: () => T): T {
  try {
    return rule()
  } catch (error) {
    throw toHttpError(error, now)
  }
}
