import { writeAll } from '@furrow/storage/write-all.ts'
import { createWrites, type Writes } from '@furrow/storage/writes.ts'
import type { Context } from '../ground/context.ts'
import { type Done, type KeyUse, writeKey } from './idempotency/kept-keys.ts'
import type { Spend } from './quotas/kinds.ts'
import { withinEach, writeSpends } from './quotas/spend.ts'

type Terms = {
  /** The Idempotency-Key of the request, if it has one, and what it stands for from here on. */
  readonly key?: Done & { readonly use: KeyUse | null }
  readonly spends?: readonly Spend[]
}

/**
 * The way to write: what `collect` adds, its spends and its key are one commit, or nothing is. It reads nothing, so on
 * PostgreSQL it is one statement; where a decision stands on what is read, use `transaction`, and `writeAll` at its end.
 * @throws TooManyRequestsError where a spend is too much.
 */
export async function commit(
  context: Context,
  { key, spends = [] }: Terms,
  collect: (writes: Writes) => void = () => {},
): Promise<void> {
  await withinEach(context, spends, async () => {
    const writes = createWrites()
    collect(writes)
    writeSpends(writes, context, spends)
    if (key !== undefined) {
      const { use, ...done } = key
      writeKey(writes, use, done)
    }
    await writeAll(context.db, writes)
  })
}
