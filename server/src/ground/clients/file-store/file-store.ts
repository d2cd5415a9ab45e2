import type { Config } from '../../config/config.ts'
import { oneFor } from '../../one-for.ts'
import { createFolder } from './folder.ts'
import { createMemory } from './memory.ts'
import { createS3 } from './s3.ts'
import type { FileStore } from './store.ts'

/** The store that the settings name. @throws HttpError in each call: 503 if it cannot be reached, 507 if it is full. */
export const fileStoreOf = oneFor(({ files }: Pick<Config, 'files'>): FileStore => {
  if (files.s3 !== null) return createS3(files.s3)
  return files.folder === null ? createMemory() : createFolder(files.folder)
})
