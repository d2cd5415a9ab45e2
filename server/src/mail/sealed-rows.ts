import type { Db } from '../db/db.ts'

const batch = 500

type Sealed = { readonly subject: string; readonly body: string }

export type SealedRow = Sealed & {
  /** Writes other values in the place of these, and of no others: false where somebody changed or deleted them. */
  replace(sealed: Sealed): Promise<boolean>
}

/** All that is stored sealed, in the order of its keys: what arrives behind the reader is for the next reading. */
export async function* sealedRows(db: Db): AsyncGenerator<SealedRow> {
  yield* mailRows(db)
  yield* broadcastRows(db)
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
        subject,
        body,
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
        subject,
        body,
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
        subject: note,
        body: letter,
        async replace(sealed) {
          const { numUpdatedRows } = await db
            .updateTable('reports')
            .set({ note: sealed.subject, letter: sealed.body })
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
