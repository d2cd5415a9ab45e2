import { createBreath } from '@furrow/storage/breath.ts'
import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'

const atOnce = 50

/** Given quests, then those with a place of theirs, in slices: all at once would hold SQLite's event loop for long. */
export async function* questsOf(db: Db, address: Address): AsyncGenerator<readonly string[]> {
  const breathe = createBreath()
  let last: { status: string; id: string } | undefined = { status: '', id: '' }
  while (last !== undefined) {
    await breathe()
    const { status, id }: { status: string; id: string } = last
    const rows = await db
      .selectFrom('quests')
      .select(['status', 'id'])
      .where('giver', '=', address)
      .where(sql<boolean>`(status, id) > (${status}, ${id})`)
      .orderBy('status')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    if (rows.length > 0) yield rows.map(({ id }) => id)
    last = rows[atOnce - 1]
  }
  let after: string | undefined = ''
  while (after !== undefined) {
    await breathe()
    const rows = await db
      .selectFrom('assignments')
      .select(['quest_id', 'giver'])
      .where('farmer', '=', address)
      .where('quest_id', '>', after)
      .orderBy('quest_id')
      .limit(atOnce)
      .execute()
    const others = rows.filter(({ giver }) => giver !== address).map(({ quest_id }) => quest_id)
    if (others.length > 0) yield others
    after = rows[atOnce - 1]?.quest_id
  }
}
