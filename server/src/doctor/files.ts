import { fileStoreOf } from '../clients/file-store/file-store.ts'
import { type Check, fine, wrong } from './check.ts'

/** Nobody's. */
const nothing = '0'.repeat(64)

export const files: Check = {
  about: "People's files",
  async look({ config }) {
    const { folder, s3 } = config.files
    if (s3 === null) {
      const others = config.postgres === null ? '' : ' Processes on other machines would have to share it.'
      return [fine(folder === null ? 'They are in memory.' : `They are in ${folder}.${others}`)]
    }
    return fileStoreOf(config)
      .sizeOf(nothing)
      .then(
        () => [fine('The bucket of FILES_S3_URL answers.')],
        () => [
          wrong(
            'The bucket of FILES_S3_URL does not answer, or does not know the key.',
            'See FILES_S3_URL, FILES_S3_REGION and both parts of the key, and whether this machine may reach it.',
          ),
        ],
      )
  },
}
