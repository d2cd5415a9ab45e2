import type { Db } from './db.ts'
import type { FileRow } from './file-tables.ts'

const atOnce = 500

export async function* namedFiles(db: Db): AsyncGenerator<Pick<FileRow, 'hash' | 'bytes'>[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('files')
      .select(['hash', 'bytes'])
      .distinct()
      .where('hash', '>', last)
      .orderBy('hash')
      .limit(atOnce)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.hash
    yield rows
  }
}
