import { createBreath } from '@furrow/storage/breath.ts'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { walletOf } from '@furrow/storage/pseudonyms.ts'
import type { AssignmentRow, QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { idAt } from '../../ground/ids.ts'
import type { Span } from './span.ts'

/** The newest stand for all: a giver may have any number, and a quest may have thousands of places. */
const most = { quests: 5_000, places: 20_000 }
/** Rows of one statement, since SQLite answers within one turn of the event loop; `rows` are those of places given back too. */
const atOnce = { quests: 100, places: 300, rows: 2_000 }

export type GivenQuest = Pick<
  QuestRow,
  'id' | 'codehost_repo' | 'repo_key' | 'max_farmers' | 'created_at'
> & {
  /** The first time that somebody applied or took a place. */
  readonly interest_at: number | null
}

const workColumns = [
  ...(['quest_id', 'token', 'amount', 'paid', 'status', 'proof', 'rail', 'accepted_at'] as const),
  ...(['review_started_at', 'released_at', 'returns', 'returned_at', 'disputed_at'] as const),
  ...(['ended_because', 'dispute_outcome', 'payment', 'paid_at', 'unpaid', 'reclaimed_at'] as const),
] as const

export type GivenWork = Pick<AssignmentRow, (typeof workColumns)[number]> & {
  readonly merged_at: number | null
  readonly refunded_at: number | null
}

export type Given = {
  readonly quests: readonly GivenQuest[]
  readonly works: readonly GivenWork[]
  readonly complete: boolean
}

/** Quests posted in the span, the newest first, with their work. Ids sort by the time of the post, so an index finds them. */
export async function readGiven(db: Db, giver: Address, span: Span): Promise<Given> {
  const breathe = createBreath()
  const quests: GivenQuest[] = []
  const works: GivenWork[] = []
  let before = idAt('quest', span.until)
  for (;;) {
    await breathe()
    const page = await readQuests(db, giver, idAt('quest', span.from), before)
    for (const some of slicesByPlaces(page)) {
      await breathe()
      const found = await readWorks(db, some)
      quests.push(...some)
      works.push(...found.slice(0, atOnce.rows))
      if (found.length > atOnce.rows || works.length > most.places) return { quests, works, complete: false }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < atOnce.quests) return { quests, works, complete: true }
    if (quests.length >= most.quests) return { quests, works, complete: false }
    before = last.id
  }
}

function readQuests(db: Db, giver: Address, from: string, before: string): Promise<GivenQuest[]> {
  return db
    .selectFrom('quests as q')
    .select(['q.id', 'q.codehost_repo', 'q.repo_key', 'q.max_farmers', 'q.created_at'])
    .select(
      sql<number | null>`(select e.at from quest_events e
        where e.quest_id = q.id and e.kind in ('applied', 'accepted') order by e.number limit 1)`.as(
        'interest_at',
      ),
    )
    .where('q.giver', '=', giver)
    .where('q.id', '>=', from)
    .where('q.id', '<', before)
    .orderBy('q.id', 'desc')
    .limit(atOnce.quests)
    .execute()
}

function* slicesByPlaces(quests: readonly GivenQuest[]): Iterable<readonly GivenQuest[]> {
  let [some, places]: [GivenQuest[], number] = [[], 0]
  for (const quest of quests) {
    if (some.length > 0 && places + quest.max_farmers > atOnce.places) {
      yield some
      ;[some, places] = [[], 0]
    }
    some.push(quest)
    places += quest.max_farmers
  }
  if (some.length > 0) yield some
}

async function readWorks(db: Db, quests: readonly GivenQuest[]): Promise<GivenWork[]> {
  const ids = quests.map(({ id }) => id)
  // `walletOf` calls its own table `w`.
  const refund = sql`'refund:' || a.quest_id || ':' || ${walletOf('a.quest_id', 'a.farmer')}`
  const { rows } = await sql<GivenWork>`
    select ${sql.join(workColumns.map(name => sql.ref(`a.${name}`)))},
      (select m.merged_at from merges m where m.quest_id = a.quest_id and m.farmer = a.farmer) as merged_at,
      case when a.status = 'refunded'
        then (select t.at from ledger_transfers t where t.id = ${refund}) end as refunded_at
    from assignments a
    where ${isAmong(db, 'a.quest_id', ids)} limit ${sql.lit(atOnce.rows + 1)}`.execute(db)
  return rows
}
