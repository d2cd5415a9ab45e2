import { isAmong } from '@furrow/storage/json-rows.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { shards } from '../../ground/clients/file-store/store.ts'
import { hour, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'

/** Younger bytes may be on their way. */
const settled = hour

/** One folder a minute: an older backup may have been restored since the bytes came. */
export const findOrphans: Duty = {
  name: 'find the bytes of files that nobody knows',
  every: everyMinute,
  async round(context) {
    const { clock, config, db } = context
    const { folder } = fileStoreOf(config)
    if (folder === null) return 0
    const now = clock.now()
    await folder.sweepDrafts(now - settled)
    for (const hash of await unknownOf(context, await folder.list(Math.floor(now / minute) % shards))) {
      const at = await folder.timeOf(hash)
      if (at === null || at > now - settled) continue
      await db
        .insertInto('file_removals')
        .values({ hash, at: now })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
    return 0
  },
}

async function unknownOf({ db }: Context, names: readonly string[]): Promise<string[]> {
  const hashes = names.filter(name => /^[0-9a-f]{64}$/.test(name))
  if (hashes.length === 0) return []
  const known = await Promise.all(
    (['files', 'file_removals'] as const).map(table =>
      db
        .selectFrom(table)
        .select('hash')
        .where(isAmong(db, 'hash', hashes))
        .execute(),
    ),
  )
  const all = new Set(known.flat().map(({ hash }) => hash))
  return hashes.filter(hash => !all.has(hash))
}
