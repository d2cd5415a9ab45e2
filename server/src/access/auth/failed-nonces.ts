import type { Context } from '../../ground/context.ts'
import { BadRequestError, UnauthorizedError } from '../../ground/errors.ts'
import { keepLast } from '../../ground/kept-last.ts'
import { oneFor } from '../../ground/one-for.ts'
import { useNonce } from './used-nonces.ts'

type Ticket = Parameters<typeof useNonce>[1]

const mostFailures = 20
const mostKnown = 10_000

const failuresOf = oneFor((_: Context) => keepLast<string, number>(mostKnown))

/** Only the nonce's requester can try. @throws UnauthorizedError after twenty failures; and what the attempt throws. */
export async function withFewFailures<T>(
  context: Context,
  ticket: Ticket,
  attempt: () => Promise<T>,
): Promise<T> {
  const failures = failuresOf(context)
  const count = () => failures.get(ticket.nonce) ?? 0
  if (count() >= mostFailures)
    throw new UnauthorizedError(`The nonce was tried ${mostFailures} times in vain; ask for a new one.`, {
      code: 'nonce-spent',
    })
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof BadRequestError || error instanceof UnauthorizedError) {
      failures.set(ticket.nonce, count() + 1)
      if (count() === mostFailures) await useUp(context, ticket)
    }
    throw error
  }
}

/** Tells other processes, which count their own failures. */
async function useUp(context: Context, ticket: Ticket): Promise<void> {
  try {
    await useNonce(context, ticket)
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
  }
}
