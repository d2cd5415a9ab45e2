import { createQueue, type Outcome } from '@furrow/storage/queue.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { UnauthorizedError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'

type Ticket = { readonly nonce: string; readonly expiresAt: number }

const most = 64
const queueOf = oneFor((context: Context) =>
  createQueue('used nonces', (tickets: readonly Ticket[]) => take(context, tickets), most),
)

/** Simultaneous uses share a commit. @throws UnauthorizedError where it was used before. */
export async function useNonce(context: Context, ticket: Ticket): Promise<void> {
  if (!(await queueOf(context)(ticket)))
    throw new UnauthorizedError('The nonce was used before; ask for a new one.', { code: 'nonce-used' })
}

async function take({ db }: Context, tickets: readonly Ticket[]): Promise<Outcome<boolean>[]> {
  const rows = await db
    .insertInto('used_nonces')
    .values(tickets.map(({ nonce, expiresAt }) => ({ nonce, expires_at: expiresAt })))
    .onConflict(conflict => conflict.doNothing())
    .returning('nonce')
    .execute()
  const taken = new Set(rows.map(({ nonce }) => nonce))
  return tickets.map(({ nonce }) => ({ value: taken.delete(nonce) }))
}

/** Longer than a clock can be off unnoticed: a process behind would count a forgotten nonce again. */
const keptFor = day

export const forgetUsedNonces: Duty = {
  name: 'forget used nonces',
  every: everyMinute,
  async round({ db, clock }) {
    await db
      .deleteFrom('used_nonces')
      .where('expires_at', '<', clock.now() - keptFor)
      .execute()
    return 0
  },
}
