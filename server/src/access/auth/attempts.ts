import type { Context } from '../../ground/context.ts'
import { type Attempts, limitFailures } from '../../ground/http/limits.ts'
import { oneFor } from '../../ground/one-for.ts'

/** Attempts to sign something for the service, of which a network may fail with so many in a minute, whatever they are for. */
export const attemptsOf = oneFor(
  (context: Context): Attempts =>
    limitFailures(
      context,
      context.config.signInFailures,
      'There were too many failed sign-ins from your network.',
    ),
)
