import type { FileRow } from '@furrow/storage/file-tables.ts'
import { roleOf } from '../../access/restraints/moderators.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

export function isForAll({ quest_id, hidden_at }: Pick<FileRow, 'quest_id' | 'hidden_at'>): boolean {
  return quest_id === null && hidden_at === null
}

export async function maySee(context: Context, file: FileRow, reader: Address): Promise<boolean> {
  if (isForAll(file)) return true
  if (file.hidden_at === null && isOfEvidence(context, file, reader)) return true
  if (file.owner === reader) return true
  const isModerated = file.hidden_at !== null || (await isReported(context, file))
  return isModerated && (await roleOf(context, reader)) !== null
}

export function isOfEvidence(
  { config }: Context,
  { farmer, giver }: Pick<FileRow, 'farmer' | 'giver'>,
  reader: Address,
): boolean {
  return [farmer, giver, config.platformWallet].includes(reader)
}

/** A report of evidence discloses it to the moderators. */
async function isReported({ db }: Context, { id }: FileRow): Promise<boolean> {
  const row = await db
    .selectFrom('reported_things')
    .select('thing')
    .where('kind', '=', 'file')
    .where('thing', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
