import type { Language } from '@furrow/sdk/contract'
import type { CommentRow } from '@furrow/storage/comment-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { writeNotice } from '../../people/mail/notices.ts'
import { quiet, type Readers } from './readers.ts'
import type { Thread } from './thread.ts'

/** A flood of comments is one letter to each reader. It quotes nothing, since strangers write and may delete it. */
export async function tellReaders(
  trx: Db,
  writes: Writes,
  context: Pick<Context, 'config' | 'secrets'>,
  { title }: Thread,
  { quest_id, author, reply_author, created_at: at }: CommentRow,
  { known, named }: Readers,
): Promise<void> {
  const told = (await readStates(trx, quest_id, author, [...known, ...named])).filter(
    ({ reader, blocks, unread, told_at, takes_part }) =>
      blocks === 0 && unread === 0 && told_at <= at - quiet && (takes_part === 1 || known.has(reader)),
  )
  for (const { reader, language } of told) {
    const notice = {
      to: [reader],
      type: 'quest',
      topic: 'comment',
      key: reader === reply_author ? 'comment-answered' : 'commented',
      values: { author },
      quest: { id: quest_id, title },
      at,
    } as const
    const letters = writeNotice(writes, context, notice, new Map(language && [[reader, language]]))
    const letter_id = letters.get(reader) ?? null
    writes.put('comment_readers', ['quest_id', 'reader'], { quest_id, reader, letter_id, told_at: at })
  }
  // The author takes part from now on, and is told where they are named.
  const own = { quest_id, reader: author, letter_id: null, told_at: 0 }
  writes.insertNew('comment_readers', ['quest_id', 'reader'], own)
}

type State = {
  readonly reader: Address
  readonly blocks: number
  readonly unread: number
  readonly told_at: number
  readonly takes_part: number
  readonly language: Language | null
}

async function readStates(
  trx: Db,
  questId: string,
  author: Address,
  readers: readonly Address[],
): Promise<State[]> {
  if (readers.length === 0) return []
  const flag = (condition: ReturnType<typeof sql>) => sql`case when ${condition} then 1 else 0 end`
  const { rows } = await sql<State>`
    select k.reader, ${flag(sql`b.owner is not null`)} as blocks, ${flag(sql`m.read = 0`)} as unread,
      coalesce(r.told_at, 0) as told_at, p.language,
      ${flag(sql`r.reader is not null or a.farmer is not null`)} as takes_part
    from ${jsonRows(
      trx,
      'k',
      ['reader'],
      readers.map(reader => ({ reader })),
    )}
    ${joinEach(trx, 'profiles', 'p', sql`p.address = k.reader`, 'left join')}
    left join mail_blocks b on b.owner = k.reader and b.sender = ${author}
    left join comment_readers r on r.quest_id = ${questId} and r.reader = k.reader
    left join assignments a on a.quest_id = ${questId} and a.farmer = k.reader
    left join mail m on m.owner = k.reader and m.id = r.letter_id`.execute(trx)
  return rows
}
