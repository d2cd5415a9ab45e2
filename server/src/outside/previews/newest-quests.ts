import { isAmong } from '@furrow/storage/json-rows.ts'
import type { Context } from '../../ground/context.ts'
import type { FirstSight } from '../../ground/http/first-sight.ts'
import { findQuests } from '../../quests/board/list.ts'
import { groupDigits, oneLine } from './words.ts'

const most = '6'

export async function readNewestQuests({ db }: Context): Promise<FirstSight['quests']> {
  const { heads } = await findQuests(db, { status: 'open', limit: most })
  const ids = heads.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('quests')
    .select(['id', 'title', 'amount', 'token'])
    .where(isAmong(db, 'id', ids))
    .execute()
  const known = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => {
    const row = known.get(id)
    if (row === undefined) return []
    const { title, amount, token } = row
    return [{ path: `/quests/${id}`, title: oneLine(title, 120), reward: `${groupDigits(amount)} ${token}` }]
  })
}
