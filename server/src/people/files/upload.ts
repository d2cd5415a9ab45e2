import type { FileRow } from '@furrow/storage/file-tables.ts'
import { commit } from '../../access/commit.ts'
import type { Done, KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { requireRoom } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import { scan } from '../../ground/clients/clamd.ts'
import type { Context } from '../../ground/context.ts'
import {
  BadRequestError,
  NotFoundError,
  TooManyRequestsError,
  UnavailableError,
} from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import type { ImageType } from './image-limits.ts'
import { keepFile, spendsOf } from './keep.ts'
import { findPlace } from './place.ts'
import type { SentFile } from './read-form.ts'
import { recognize } from './recognize.ts'
import { reencode } from './reencode.ts'
import { findFile, findSame } from './rows.ts'

/**
 * Keeps a file. The same file again for the same place is the same file: nothing is done, and nothing counted.
 * @throws HttpError: 400 for a file that the scanner knows as harmful, 503 where it cannot be asked, 404 for evidence that
 *   is not the owner's to bring, 413 and 415 for an invalid file, 429 for too much.
 */
export async function uploadFile(
  context: Context,
  { ip, owner }: { readonly ip: string; readonly owner: Address },
  sent: SentFile,
  use: KeyUse | null,
): Promise<FileRow> {
  const { given } = sent
  const place = await findPlace(context, owner, sent.form)
  const same = await findSame(context.db, { owner, given, place: place.place })
  if (same !== null) return same
  await requireRoom(context, spendsOf({ owner, bytes: sent.bytes.length }))
  await requireClean(context, owner, sent.bytes)
  const { bytes, ...told } = await toKept(context, ip, owner, sent)
  const at = context.clock.now()
  const id = createId('file', at)
  const row: FileRow = {
    // The id of a private file tells clients that a browser cannot load the image by itself.
    id: place.quest_id === null ? id : `${id}-private`,
    owner,
    given,
    ...place,
    ...told,
    bytes: bytes.length,
    created_at: at,
    hidden_at: null,
  }
  return keepFile(context, row, bytes, use)
}

/** @throws NotFoundError where it was deleted since. */
export async function requireUploaded({ db }: Context, owner: Address, { made }: Done): Promise<FileRow> {
  const row = await findFile(db, made)
  if (row?.owner !== owner) throw new NotFoundError('This file was deleted.', { code: 'file-not-found' })
  return row
}

/** Scans before any other program of this service opens the file. A harmful file counts for the day, as it costs a scan. */
async function requireClean(context: Context, owner: Address, bytes: Buffer): Promise<void> {
  const { scanner } = context.config.files
  if (scanner === null) return
  const found = await scan(scanner, bytes)
  if (found === null) return
  await countFailed(context, owner)
  throw new BadRequestError(
    `The scanner of this service knows this file as harmful (${found}), so it is not kept; clean the file, or send another one.`,
    { code: 'file-harmful' },
  )
}

/** An image is kept as it was written anew; everything else as it came. */
async function toKept(context: Context, ip: string, owner: Address, { bytes, given, claimed }: SentFile) {
  const type = await recognize(bytes, claimed)
  if (!isImage(type)) return { type, bytes, hash: given, width: null, height: null }
  try {
    return { type, ...(await reencode(ip, type, bytes)) }
  } catch (error) {
    if (!(error instanceof UnavailableError)) await countFailed(context, owner)
    throw error
  }
}

/** A rejected file costs as much as one that is kept. */
async function countFailed(context: Context, owner: Address): Promise<void> {
  const failed: Spend = { address: owner, kind: 'files' }
  await commit(context, { spends: [failed] }).catch(error => {
    if (!(error instanceof TooManyRequestsError)) throw error
  })
}

function isImage(type: string): type is ImageType {
  return type.startsWith('image/')
}
