import type { Db } from './db.ts'

/** A value that all processes share, as JSON in a row of `meta`. */
export type Kept<T> = {
  read(db: Db): Promise<T>
  /** Replaces the value if it is still `from`: of several processes, one succeeds. */
  replace(db: Db, from: T, to: T): Promise<boolean>
}

export function keptAs<T>(key: string, first: T): Kept<T> {
  return {
    async read(db) {
      const row = await db.selectFrom('meta').select('value').where('key', '=', key).executeTakeFirst()
      return row === undefined ? first : JSON.parse(row.value)
    },
    async replace(db, from, to) {
      await db
        .insertInto('meta')
        .values({ key, value: JSON.stringify(first) })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      const { numUpdatedRows } = await db
        .updateTable('meta')
        .set({ value: JSON.stringify(to) })
        .where('key', '=', key)
        .where('value', '=', JSON.stringify(from))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
