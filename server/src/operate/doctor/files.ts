import { pingScanner } from '../../ground/clients/clamd.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import type { Config } from '../../ground/config/config.ts'
import { type Check, fine, type Seen, wrong } from './check.ts'

const nothing = '0'.repeat(64)

export const files: Check = {
  about: "People's files",
  async look({ config }) {
    const [kept, scanned] = await Promise.all([lookAtStore(config), lookAtScanner(config)])
    return [kept, ...scanned]
  },
}

async function lookAtStore(config: Pick<Config, 'files' | 'postgres'>): Promise<Seen> {
  const { folder, s3 } = config.files
  if (s3 === null) {
    const others = config.postgres === null ? '' : ' Processes on other machines would have to share it.'
    return fine(folder === null ? 'They are in memory.' : `They are in ${folder}.${others}`)
  }
  return fileStoreOf(config)
    .sizeOf(nothing)
    .then(
      () => fine('The bucket of FILES_S3_URL answers.'),
      () =>
        wrong(
          'The bucket of FILES_S3_URL does not answer, or does not know the key.',
          'See FILES_S3_URL, FILES_S3_REGION and both parts of the key, and whether this machine may reach it.',
        ),
    )
}

async function lookAtScanner({ files: { scanner } }: Pick<Config, 'files'>): Promise<Seen[]> {
  if (scanner === null) return []
  return pingScanner(scanner).then(
    () => [fine('The scanner of FILES_SCAN answers.')],
    () => [
      wrong(
        'The scanner of FILES_SCAN does not answer, so every upload is refused (503).',
        'See whether clamd runs, and listens where FILES_SCAN says.',
      ),
    ],
  )
}
