import type { Db } from '../db/db.ts'

const batch = 500

/** By the names of their columns. */
type Sealed = Readonly<Record<string, string>>

export type SealedRow = {
  readonly values: Sealed
  /** Writes other values in the place of these, and of no others: false where somebody changed or deleted them. */
  replace(sealed: Sealed): Promise<boolean>
}

/** All that is stored sealed, in the order of its keys: what arrives behind the reader is for the next reading. */
export async function* sealedRows(db: Db): AsyncGenerator<SealedRow> {
  yield* mailRows(db)
  yield* broadcastRows(db)
  yield* channelRows(db)
  yield* pushKeys(db)
  yield* reportRows(db)
}

async function* mailRows(db: Db): AsyncGenerator<SealedRow> {
  for (let after = { owner: '', id: '' }; ; ) {
    const rows = await db
      .selectFrom('mail')
      .select(['owner', 'id', 'subject', 'body'])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('owner', 'id'), '>', tuple(after.owner, after.id) as never),
      )
      .orderBy('owner')
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { owner, id, subject, body } of rows)
      yield {
        values: { subject, body },
        async replace(sealed) {
          const { numUpdatedRows } = await db
            .updateTable('mail')
            .set(sealed)
            .where('owner', '=', owner)
            .where('id', '=', id)
            .where('subject', '=', subject)
            .where('body', '=', body)
            .executeTakeFirst()
          return numUpdatedRows > 0n
        },
      }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last
  }
}

async function* broadcastRows(db: Db): AsyncGenerator<SealedRow> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('broadcasts')
      .select(['id', 'subject', 'body'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, subject, body } of rows)
      yield {
        values: { subject, body },
        async replace(sealed) {
          const { numUpdatedRows } = await db
            .updateTable('broadcasts')
            .set(sealed)
            .where('id', '=', id)
            .where('subject', '=', subject)
            .where('body', '=', body)
            .executeTakeFirst()
          return numUpdatedRows > 0n
        },
      }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

async function* channelRows(db: Db): AsyncGenerator<SealedRow> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('subscriptions')
      .select(['id', 'target'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, target } of rows)
      yield {
        values: { target },
        async replace(sealed) {
          const { numUpdatedRows } = await db
            .updateTable('subscriptions')
            .set(sealed)
            .where('id', '=', id)
            .where('target', '=', target)
            .executeTakeFirst()
          return numUpdatedRows > 0n
        },
      }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Those that were made here, of web push. */
async function* pushKeys(db: Db): AsyncGenerator<SealedRow> {
  const row = await db.selectFrom('meta').selectAll().where('key', '=', 'push-keys').executeTakeFirst()
  if (row === undefined) return
  yield {
    values: { value: row.value },
    async replace(sealed) {
      const { numUpdatedRows } = await db
        .updateTable('meta')
        .set(sealed)
        .where('key', '=', 'push-keys')
        .where('value', '=', row.value)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** What a report says to moderators, and the letter that it discloses. */
async function* reportRows(db: Db): AsyncGenerator<SealedRow> {
  for (let after = { kind: '', thing: '', reporter: '' }; ; ) {
    const rows = await db
      .selectFrom('reports')
      .select(['kind', 'thing', 'reporter', 'note', 'letter'])
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('kind', 'thing', 'reporter'),
          '>',
          tuple(after.kind, after.thing, after.reporter) as never,
        ),
      )
      .orderBy('kind')
      .orderBy('thing')
      .orderBy('reporter')
      .limit(batch)
      .execute()
    for (const { kind, thing, reporter, note, letter } of rows)
      yield {
        values: { note, letter },
        async replace(sealed) {
          const { numUpdatedRows } = await db
            .updateTable('reports')
            .set(sealed)
            .where('kind', '=', kind)
            .where('thing', '=', thing)
            .where('reporter', '=', reporter)
            .where('note', '=', note)
            .where('letter', '=', letter)
            .executeTakeFirst()
          return numUpdatedRows > 0n
        },
      }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last
  }
}
