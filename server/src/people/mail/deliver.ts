import { createQueue, type Outcome } from '@furrow/storage/queue.ts'
import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites } from '@furrow/storage/writes.ts'
import { type KeyUse, writeKey } from '../../access/idempotency/kept-keys.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { withinQuotas, writeSpends } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import { oneFor } from '../../ground/one-for.ts'
import type { MailRow } from './letter.ts'
import { readTies, type Tie } from './ties.ts'

const most = 64

type Copies = readonly [MailRow, ...MailRow[]]
type Letter = { readonly copies: Copies; readonly use: KeyUse | null }
type Delivery = Letter & { readonly tie: Tie }

const queueOf = oneFor((context: Context) =>
  createQueue('letters', (letters: readonly Letter[]) => send(context, letters), most),
)

/**
 * Puts all copies of a letter into their mailboxes, or none; letters that are sent at the same time go in one statement,
 * and one commit.
 * @throws ForbiddenError where the recipient blocks the sender; TooManyRequestsError where the sender has written to too
 *   many today who never wrote back.
 */
export async function deliver(context: Context, copies: Copies, use: KeyUse | null = null): Promise<void> {
  return queueOf(context)({ copies, use })
}

async function send(context: Context, letters: readonly Letter[]): Promise<readonly Outcome<void>[]> {
  const ties = await readTies(
    context.db,
    letters.map(({ copies: [{ sender, recipient }] }) => ({ sender, recipient })),
  )
  const deliveries = letters.map((letter, index) => ({ ...letter, tie: ties[index] as Tie }))
  const welcome = deliveries.filter(({ tie }) => !tie.blocked)
  const outcomes = await withinQuotas(
    context,
    welcome,
    delivery => spendsOf(context, delivery),
    some => put(context, some),
  )
  const answers = new Map(welcome.map((delivery, index) => [delivery, outcomes[index] as Outcome<void>]))
  return deliveries.map(delivery => answers.get(delivery) ?? { error: blockedError() })
}

async function put(context: Context, deliveries: readonly Delivery[]): Promise<Outcome<void>[]> {
  const writes = createWrites({ isOfOne: deliveries.length === 1 })
  writeSpends(
    writes,
    context,
    deliveries.flatMap(delivery => spendsOf(context, delivery)),
  )
  for (const { copies, tie } of deliveries) {
    const [{ sender, recipient }] = copies
    writes.insert('mail', ...copies)
    if (!tie.wrote && sender !== recipient)
      writes.insertNew('correspondents', ['sender', 'recipient'], { sender, recipient })
  }
  for (const { copies, use } of deliveries) {
    const [{ id, sent_at }] = copies
    writeKey(writes, use, { made: id, at: sent_at })
  }
  await writeAll(context.db, writes)
  return deliveries.map(() => ({ value: undefined }))
}

/** Recipients who wrote back want to hear more. The platform wallet speaks for the service. */
function spendsOf({ config }: Context, { copies: [{ sender, recipient }], tie }: Delivery): Spend[] {
  const isFree = tie.wasAnswered || sender === recipient || sender === config.platformWallet
  return isFree ? [] : [{ address: sender as Address, kind: 'letters' }]
}

function blockedError(): ForbiddenError {
  return new ForbiddenError('The recipient takes no letters from you.', { code: 'blocked-by-recipient' })
}
