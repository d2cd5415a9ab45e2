import type { SignIn } from '@furrow/sdk/contract'
import type { Context } from '../../ground/context.ts'
import { type Attempts, limitFailures, limitUse } from '../../ground/http/limits.ts'
import { oneFor } from '../../ground/one-for.ts'

export type SignInFrom = SignIn & { readonly ip: string }

/** Attempts to sign in or to prove a signature: a network may fail with so many in a minute, whatever they are for. */
export const attemptsOf = oneFor(
  (context: Context): Attempts =>
    limitFailures(
      context,
      context.config.signInFailures,
      'There were too many failed sign-ins from your network.',
    ),
)

/** Takes one of a network's hourly sign-ins and new keys: each leaves data for a day. @throws TooManyRequestsError */
export const signInsOf = oneFor(({ clock, config: { signIns } }: Context): ((ip: string) => void) =>
  signIns === 0
    ? () => {}
    : limitUse({ clock }, signIns, 'There were too many sign-ins from your network in this hour.'),
)
