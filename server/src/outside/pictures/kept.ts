import { lockRows } from '@furrow/storage/locked.ts'
import type { PictureRow } from '@furrow/storage/picture-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { Address } from '../../ground/address.ts'
import { readPhoto, sourceOf } from '../../ground/config/pictures.ts'
import type { Context } from '../../ground/context.ts'
import { isForAll } from '../../people/files/readers.ts'

export const logo = 'logo'
export type Subject = Address | typeof logo

export type Kept = Pick<PictureRow, 'hash' | 'made_at' | 'next_at' | 'problem'>
export type Size = 'small' | 'large'

/** null if nothing of this version is stored. */
export async function findKept({ db }: Context, subject: Subject, source: string): Promise<Kept | null> {
  const row = await db
    .selectFrom('pictures')
    .select(['hash', 'made_at', 'next_at', 'problem'])
    .where('subject', '=', subject)
    .where('source', '=', source)
    .executeTakeFirst()
  return row ?? null
}

/** null if it has gone since. */
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

/** Stores it if its profile still names it: a person who left or was hidden meanwhile has no picture kept, nor has a file that is gone. */
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
