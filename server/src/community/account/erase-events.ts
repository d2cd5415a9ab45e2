import { isAmong } from '@furrow/storage/json-rows.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql } from 'kysely'
import { noteErased } from '../../access/audit-trail/erased.ts'
import { isSealed } from '../../access/audit-trail/sealed-kinds.ts'
import { wordsOf } from '../../rules/lifecycle/events/words.ts'
import type { Leaver } from './leaver.ts'

export async function eraseEvents(
  { trx, address, pseudonym, at }: Leaver,
  ids: readonly string[],
): Promise<void> {
  const rows = await trx
    .selectFrom('quest_events')
    .selectAll()
    .where(isAmong(trx, 'quest_id', ids))
    .where(({ or, eb }) =>
      or([
        eb('actor', '=', address),
        eb('farmer', '=', address),
        eb('details', 'like', sql<string>`${`%${address}%`}`),
      ]),
    )
    .execute()
  if (rows.length === 0) return
  const called = <T>(name: T) => (name === address ? pseudonym : name)
  const changed = rows.map(({ quest_id, number, kind, actor, farmer, details }) => {
    const told = JSON.parse(details) as Record<string, unknown>
    if (actor === address) for (const name of wordsOf(kind)) delete told[name]
    const kept = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, called(value)]))
    return {
      quest_id,
      number,
      actor: called(actor),
      farmer: called(farmer),
      details: JSON.stringify(kept),
    }
  })
  await writeTogether(trx, writes => writes.set('quest_events', ['quest_id', 'number'], ...changed))
  const sealed = rows.filter(({ kind }) => isSealed(kind))
  await noteErased(
    trx,
    at,
    sealed.map(({ quest_id, number }) => ({ source: 'event', key: `${quest_id} ${number}` })),
  )
}
