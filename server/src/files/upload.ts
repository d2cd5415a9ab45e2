import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import type { FileRow } from '../db/file-tables.ts'
import { createId } from '../ids.ts'
import { requireRoom } from '../quotas/spend.ts'
import type { ImageType } from './image-limits.ts'
import { keepFile, spendsOf } from './keep.ts'
import { findPlace } from './place.ts'
import type { SentFile } from './read-form.ts'
import { recognize } from './recognize.ts'
import { reencode } from './reencode.ts'
import { findSame } from './rows.ts'

/**
 * Keeps what somebody sent. The same again for the same place is the same file: nothing is done, and nothing counted.
 * @throws HttpError: 404 for evidence that is not the owner's to bring, 413 and 415 for what is no such file, 429 for what is
 *   too much.
 */
export async function uploadFile(context: Context, owner: Address, sent: SentFile): Promise<FileRow> {
  const { given } = sent
  const place = await findPlace(context, owner, sent.form)
  const same = await findSame(context.db, { owner, given, place: place.place })
  if (same !== null) return same
  await requireRoom(context, spendsOf({ owner, bytes: sent.bytes.length }))
  const { bytes, ...told } = await toKept(sent)
  const at = context.clock.now()
  const id = createId('file', at)
  const row: FileRow = {
    // Who shows a text needs to know which of its images a browser cannot ask for by itself.
    id: place.quest_id === null ? id : `${id}-private`,
    owner,
    given,
    ...place,
    ...told,
    bytes: bytes.length,
    created_at: at,
  }
  return keepFile(context, row, bytes)
}

/** What is kept of it: of an image, what was written anew; everything else as it came. */
async function toKept({ bytes, given, claimed }: SentFile) {
  const type = await recognize(bytes, claimed)
  if (!isImage(type)) return { type, bytes, hash: given, width: null, height: null }
  return { type, ...(await reencode(type, bytes)) }
}

function isImage(type: string): type is ImageType {
  return type.startsWith('image/')
}
