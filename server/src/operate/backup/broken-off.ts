import type { Db } from '@furrow/storage/db.ts'
import { RefusedError } from '../../ground/errors.ts'

/** A row of `meta`: the time of the backup that is being restored, until all of it is there, people's files included. */
const key = 'restoring'

/** The time of the backup whose restore began and is not done; null if there is none. */
export async function readRestoring(db: Db): Promise<string | null> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? null
}

export async function noteRestoring(trx: Db, at: string): Promise<void> {
  await trx.deleteFrom('meta').where('key', '=', key).execute()
  await trx.insertInto('meta').values({ key, value: at }).execute()
}

export async function noteRestored(db: Db): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', key).execute()
}

/** @throws RefusedError if a restore into this database was broken off: a service would miss the rest. */
export async function requireRestored(db: Db): Promise<void> {
  const at = await readRestoring(db)
  if (at !== null)
    throw new RefusedError(
      `A restore of the backup of ${at} into this database was broken off. Run npm run restore with the same backup again: it goes on where it stopped.`,
    )
}
