import type { MailQuery, Message } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type Address, toAddress } from '../../ground/address.ts'
import { minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { digestOfBody } from '../../ground/http/etags.ts'
import { pageBytes, writePage } from '../../ground/http/pages.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { oneFor } from '../../ground/one-for.ts'
import { openBroadcast, readBroadcasts } from './broadcasts.ts'
import { type MailRow, openCopy } from './letter.ts'

const newest = 1_000

export type MailboxPage = {
  readonly etag: string
  /** A list of messages, as JSON. A client that has the page already needs none of this. */
  open(): Promise<{ readonly bytes: Buffer; readonly next: string | null }>
}

type Opened = { readonly bytes: Buffer; readonly count: number; readonly last: string | null }

/** A page of at most 1,000 messages or about a megabyte. @throws BadRequestError for an invalid limit. */
export async function readMailbox(
  context: Context,
  owner: Address,
  { cursor, limit: asked, quest, from }: MailQuery,
): Promise<MailboxPage> {
  const limit = readLimit(asked, { most: newest })
  const only = { quest: quest ?? null, from: from === undefined ? null : toAddress(from) }
  const all = await readHeads(context.db, owner, cursor ?? null, limit + 1, only)
  const heads = all.slice(0, roomFor(all, limit))
  const state = heads.map(({ id, read }) => `${id} ${read}\n`).join('')
  const etag = `"${digestOfBody(state)}"`
  const kept = openedFor(context)
  const key = `${owner} ${etag}`
  return {
    etag,
    async open() {
      let opened = kept.get(key)
      if (opened === undefined) {
        opened = await openPage(context, owner, heads)
        kept.set(key, opened)
      }
      return { bytes: opened.bytes, next: opened.count < all.length ? opened.last : null }
    },
  }
}

const mebibyte = 1_024 * 1_024

/** A client that asks every few seconds has the same letters unsealed once. Pages are private, and kept for a minute. */
const openedFor = oneFor(
  (_: Context) =>
    new LRUCache<string, Opened>({
      max: 500,
      maxSize: 8 * mebibyte,
      sizeCalculation: ({ bytes }) => bytes.length + 500,
      ttl: minute,
      ttlAutopurge: true,
    }),
)

type Head = { readonly id: string; readonly read: number; readonly bytes: number; readonly shared: number }

/** Filters; null for all quests, or all senders. */
type Only = { readonly quest: string | null; readonly from: Address | null }

async function readHeads(
  db: Db,
  owner: Address,
  before: string | null,
  limit: number,
  { quest, from }: Only,
): Promise<Head[]> {
  const about = quest === null ? sql`true` : sql`quest_id = ${quest}`
  const by = from === null ? sql`true` : sql`sender = ${from}`
  // No broadcast is about a quest.
  const shared = quest === null ? sql`true` : sql`false`
  const older = (id: string) => (before === null ? sql`true` : sql`${sql.ref(id)} < ${before}`)
  const { rows } = await sql<Head>`
    select * from (
      select id, read, octet_length(body) as bytes, 0 as shared from mail
      where owner = ${owner} and ${about} and ${by} and ${older('id')} order by id desc limit ${limit}) as own
    union all
    select * from (
      select b.id, coalesce(s.read, 0) as read, octet_length(b.body) as bytes, 1 as shared from broadcasts b
      left join broadcast_states s on s.broadcast_id = b.id and s.reader = ${owner}
      where coalesce(s.deleted, 0) = 0 and ${shared} and ${by} and ${older('b.id')} order by b.id desc limit ${limit}) as everyones
    order by id desc limit ${limit}`.execute(db)
  return rows
}

/** By the sealed text, which is a third longer than the text; at least one. */
function roomFor(heads: readonly Head[], limit: number): number {
  let bytes = 0
  for (const [index, head] of heads.entries()) {
    bytes += 0.75 * head.bytes
    if (index === limit || (index > 0 && bytes > pageBytes)) return index
  }
  return heads.length
}

async function openPage(context: Context, owner: Address, heads: readonly Head[]): Promise<Opened> {
  const idsOf = (shared: number) => heads.filter(head => head.shared === shared).map(({ id }) => id)
  const [ownIds, sharedIds] = [idsOf(0), idsOf(1)]
  const [own, broadcasts] = await Promise.all([
    readOwn(context.db, owner, ownIds),
    sharedIds.length === 0 ? [] : readBroadcasts(context, owner, sharedIds),
  ])
  const messages: Message[] = [
    ...own.map(row => openCopy(context, row)),
    ...broadcasts.map(row => openBroadcast(context, row)),
  ].sort((a, b) => (a.id < b.id ? 1 : -1))
  const { json, count } = writePage(messages)
  return { bytes: Buffer.from(json), count, last: messages[count - 1]?.id ?? null }
}

/** A range of neighbours: for a list of ids, PostgreSQL would read as much as such a mailbox usually has. */
async function readOwn(db: Db, owner: Address, ids: readonly string[]): Promise<MailRow[]> {
  const [first, last] = [ids[0], ids.at(-1)]
  if (first === undefined || last === undefined) return []
  const rows = await db
    .selectFrom('mail')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '<=', first)
    .where('id', '>=', last)
    .execute()
  const wanted = new Set(ids)
  return rows.filter(({ id }) => wanted.has(id))
}
