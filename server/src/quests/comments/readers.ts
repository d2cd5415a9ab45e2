import type { CommentRow } from '@furrow/storage/comment-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import { hour } from '../../ground/clock.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import type { Thread } from './thread.ts'

const most = { mentioned: 10, farmers: 20, authors: 20 }
const lastComments = 50

/** Nobody is told again of a quest's comments before this is over. */
export const quiet = hour

export type Readers = {
  readonly known: ReadonlySet<Address>
  readonly named: ReadonlySet<Address>
  readonly hasFarmers: boolean
}

type Draft = {
  readonly author: Address
  readonly answered: CommentRow | null
  readonly body: string
  readonly at: number
}

/** As many rows are read whether ten take part in a quest or thousands. */
export async function findReaders(
  db: Db,
  thread: Thread,
  { author, answered, body, at }: Draft,
): Promise<Readers> {
  const hasFarmers = thread.working > 0 && thread.farmers_told_at <= at - quiet
  const [authors, farmers] = await Promise.all([
    thread.last_number > 0 ? readAuthors(db, thread) : [],
    hasFarmers ? readFarmers(db, thread) : [],
  ])
  const answeredAuthor = answered === null ? [] : [answered.author]
  const known = new Set([thread.giver, ...answeredAuthor, ...authors, ...farmers])
  const named = new Set(namedIn(body).filter(reader => !known.has(reader)))
  for (const readers of [known, named]) readers.delete(author)
  return { known, named, hasFarmers }
}

async function readAuthors(db: Db, { quest_id }: Thread): Promise<Address[]> {
  const rows = await db
    .selectFrom('comments')
    .select('author')
    .where('quest_id', '=', quest_id)
    .orderBy('number', 'desc')
    .limit(lastComments)
    .execute()
  return [...new Set(rows.map(({ author }) => author))].slice(0, most.authors)
}

async function readFarmers(db: Db, { quest_id }: Thread): Promise<Address[]> {
  const rows = await db
    .selectFrom('assignments')
    .select('farmer')
    .where('quest_id', '=', quest_id)
    .where('status', 'in', [...liveStatuses])
    .orderBy('accepted_at', 'desc')
    .limit(most.farmers)
    .execute()
  return rows.map(({ farmer }) => farmer)
}

function namedIn(body: string): Address[] {
  const named = new Set<Address>()
  for (const [text] of body.matchAll(/\b0x[0-9a-f]{40}\b/gi)) {
    named.add(toAddress(text))
    if (named.size === most.mentioned) break
  }
  return [...named]
}
