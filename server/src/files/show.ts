import { type FileType, fileTypes, type StoredFile } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { FileRow } from '../db/file-tables.ts'

/** The last part of a file's address: an ending tells a reader of the text what it is. */
export function nameOf({ id, type }: Pick<FileRow, 'id' | 'type'>): string {
  return `${id}.${fileTypes[type as FileType]}`
}

export function showFile({ basePath }: Pick<Config, 'basePath'>, row: FileRow): StoredFile {
  const { id, type, bytes, width, height, quest_id, farmer, created_at } = row
  return {
    id,
    url: `${basePath}/files/${nameOf(row)}`,
    type: type as FileType,
    bytes,
    ...(width !== null && height !== null && { width, height }),
    use: quest_id === null ? 'public' : 'evidence',
    ...(quest_id !== null && farmer !== null && { questId: quest_id, farmer: checksum(farmer) }),
    createdAt: instant(created_at),
  }
}
