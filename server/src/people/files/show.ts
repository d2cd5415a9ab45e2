import { type FileType, fileTypes, type StoredFile } from '@furrow/sdk/contract'
import type { FileRow } from '@furrow/storage/file-tables.ts'
import { showHidden } from '../../access/restraints/hidden.ts'
import { checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'

/** The last part of a file's address: its ending tells readers of a text the type. */
export function nameOf({ id, type }: Pick<FileRow, 'id' | 'type'>): string {
  return `${id}.${fileTypes[type as FileType]}`
}

export async function showFile({ config, db }: Context, row: FileRow): Promise<StoredFile> {
  const { id, type, bytes, width, height, quest_id, farmer, created_at, hidden_at } = row
  return {
    id,
    url: `${config.basePath}/files/${nameOf(row)}`,
    type: type as FileType,
    bytes,
    ...(width !== null && height !== null && { width, height }),
    use: quest_id === null ? 'public' : 'evidence',
    ...(quest_id !== null && farmer !== null && { questId: quest_id, farmer: checksum(farmer) }),
    createdAt: instant(created_at),
    ...(hidden_at !== null && { hidden: await showHidden(db, 'file', id, hidden_at) }),
  }
}
