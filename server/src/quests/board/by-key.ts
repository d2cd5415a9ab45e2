import { questStatuses } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { mergeParts } from '@furrow/storage/merged.ts'
import { sortKeys } from '@furrow/storage/sort-keys.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { BadRequestError } from '../../ground/errors.ts'
import { wrongCursor } from '../../ground/http/queries.ts'
import { findSparsest, findStatus, listsOf, type QuestFilter } from './filters.ts'
import { type Head, type HeadPage, noHeads, type Ordered, pageOf, walk } from './heads.ts'
import { type IdList, nextSize, sample } from './id-list.ts'

type Sort = keyof typeof sortKeys

type Keyed = {
  readonly key: RawBuilder<string>
  readonly statuses: readonly string[]
  readonly token: string | undefined
  readonly cursor: string | undefined
}

/** Sorts the shortest list, or walks the key's index. @throws BadRequestError without one token, or for a wrong cursor. */
export async function findByKey(db: Db, query: QuestFilter, sort: Sort, limit: number): Promise<HeadPage> {
  if (sort === 'reward' && query.token === undefined)
    throw new BadRequestError('sort=reward needs a token: amounts are compared within one token.')
  if (query.cursor !== undefined && !cursors[sort].test(query.cursor)) throw wrongCursor()
  const { cursor, token, status, ...others } = query
  const known = status === undefined ? questStatuses : [findStatus(status)].filter(one => one !== null)
  const list: Keyed = { key: sortKeys[sort], statuses: known, token, cursor }

  const start = { first: 'newest', cursor: null } as const
  const asked = {
    ...others,
    ...(sort !== 'reward' && token !== undefined && { token }),
    ...(others.giver !== undefined && status !== undefined && { status }),
  }
  const lists = await listsOf(db, asked, start)
  if (lists === null || known.length === 0) return noHeads
  const sparsest = await findSparsest(lists, start)
  if (sparsest?.isEmpty) return noHeads
  if (sparsest?.isShort) return sortShort(db, list, sparsest.list, lists, limit)
  return walk(db, alongIndex(db, list), lists, limit)
}

const cursors: Readonly<Record<Sort, RegExp>> = {
  reward: /^\d{15}(?:\.\d+)?-quest-/,
  deadline: /^(?:0|\d{17})-quest-/,
}

async function sortShort(
  db: Db,
  { key, statuses, token, cursor }: Keyed,
  short: IdList,
  lists: readonly IdList[],
  limit: number,
): Promise<HeadPage> {
  const ids: string[] = []
  for await (const part of short.walk(sample)) ids.push(...part)
  const fits: RawBuilder<SqlBool>[] = [isAmong(db, 'id', ids), isAmong(db, 'status', statuses)]
  if (token !== undefined) fits.push(sql`token = ${token}`)
  const { rows } = await sql<Head>`
    select id, events, rail, taken, erasures, ${key} as cursor from quests
    where hidden_at is null and ${sql.join([...fits, ...lists.map(({ holds }) => holds)], sql` and `)}`.execute(
    db,
  )
  const heads = rows
    .filter(head => cursor === undefined || head.cursor < cursor)
    .toSorted((a, b) => (a.cursor > b.cursor ? -1 : 1))
  return pageOf(heads, limit)
}

/** The index begins with the status: its parts are merged, each read only as far as it is needed. */
function alongIndex(db: Db, { key, statuses, token, cursor: first }: Keyed): Ordered {
  const fitsToken = token === undefined ? sql`true` : sql`token = ${token}`
  const read = async (cursor: string | undefined, size: number) => {
    const isNext = cursor === undefined ? sql`true` : sql`${key} < ${cursor}`
    const parts = statuses.map(status => ({
      key,
      rows: sql`quests where status = ${status} and ${fitsToken} and ${isNext}`,
    }))
    const { rows } = await mergeParts(db, parts, size).execute(db)
    return rows.map(({ key }) => key)
  }
  return {
    async *walk(least) {
      for (let cursor = first, size = least; ; size = nextSize(size)) {
        const keys = await read(cursor, size)
        yield keys
        if (keys.length < size) return
        cursor = keys.at(-1)
      }
    },
    idOf: key => key.slice(key.indexOf('-') + 1),
  }
}
