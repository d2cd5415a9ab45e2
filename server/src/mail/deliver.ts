import type { Context } from '../context.ts'
import { createQueue } from '../db/queue.ts'
import { together } from '../db/together.ts'
import { again } from '../db/transaction.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import type { MailRow } from './letter.ts'

const most = 64

type Queue = (copies: readonly MailRow[]) => Promise<void>
const queues = new WeakMap<Context, Queue>()

/**
 * Puts all copies of a letter into their mailboxes, or none; letters that are sent at the same time go in one statement,
 * and one commit.
 */
export async function deliver(context: Context, copies: readonly MailRow[]): Promise<void> {
  const queue =
    queues.get(context) ?? createQueue(letters => together(letters, some => put(context, some)), most)
  queues.set(context, queue)
  return queue(copies)
}

async function put({ db }: Context, letters: readonly (readonly MailRow[])[]) {
  const writes = createWrites()
  for (const copies of letters) writes.insert('mail', ...copies)
  await again(() => writeAll(db, writes))
  return letters.map(() => ({ value: undefined }))
}
