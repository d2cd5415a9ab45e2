import type { Address } from '../../ground/address.ts'
import { readPhoto, sourceOf } from '../../ground/config/pictures.ts'
import type { Context } from '../../ground/context.ts'
import { lockRows } from '../../ground/db/locked.ts'
import type { PictureRow } from '../../ground/db/picture-tables.ts'
import { transaction } from '../../ground/db/transaction.ts'
import { isForAll } from '../../people/files/readers.ts'

export const logo = 'logo'
export type Subject = Address | typeof logo

/** What is known of a picture without its bytes. */
export type Kept = Pick<PictureRow, 'hash' | 'made_at' | 'next_at' | 'problem'>
/** `small`, or `large`. */
export type Size = 'small' | 'large'

/** What is kept of this version; null where nothing is. */
export async function findKept({ db }: Context, subject: Subject, source: string): Promise<Kept | null> {
  const row = await db
    .selectFrom('pictures')
    .select(['hash', 'made_at', 'next_at', 'problem'])
    .where('subject', '=', subject)
    .where('source', '=', source)
    .executeTakeFirst()
  return row ?? null
}

/** null where it has gone since. */
export async function readBytes(
  { db }: Context,
  subject: Subject,
  hash: string,
  size: Size,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('pictures')
    .select(size)
    .where('subject', '=', subject)
    .where('hash', '=', hash)
    .executeTakeFirst()
  const text = row?.[size]
  return text == null ? null : Buffer.from(text, 'base64')
}

/** Keeps it, where its profile still names it: of who has left meanwhile, or was hidden, nothing is kept, nor of a file that is gone. */
export async function keep({ config, db }: Context, row: PictureRow): Promise<void> {
  await transaction(db, async trx => {
    if (row.subject !== logo) {
      const file = await lockRows(
        trx,
        trx.selectFrom('files').select(['quest_id', 'hidden_at']).where('id', '=', row.source),
      ).executeTakeFirst()
      const profile = await lockRows(
        trx,
        trx
          .selectFrom('profiles')
          .select(['profile_photo', 'hidden_at'])
          .where('address', '=', row.subject as Address),
      ).executeTakeFirst()
      if (profile === undefined || profile.hidden_at !== null) return
      const photo = readPhoto(config, profile.profile_photo)
      if (photo === null || sourceOf(photo) !== row.source) return
      if (photo.kind === 'file' && (file === undefined || !isForAll(file))) return
    }
    await trx
      .insertInto('pictures')
      .values(row)
      .onConflict(conflict => conflict.column('subject').doUpdateSet(row))
      .execute()
  })
}

/** What is kept stays as it is; it is looked at again then. */
export async function putOff(
  { db }: Context,
  subject: Subject,
  source: string,
  next_at: number,
): Promise<void> {
  await db
    .updateTable('pictures')
    .set({ next_at })
    .where('subject', '=', subject)
    .where('source', '=', source)
    .execute()
}
