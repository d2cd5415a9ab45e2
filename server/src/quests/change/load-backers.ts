import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { Address } from '../../ground/address.ts'
import { type Command, needs } from '../../rules/lifecycle/commands/all.ts'

/** Those who add to the rewards of quests that a command decides about, in the order in which they began. */
export async function loadBackers(
  trx: Db,
  requests: readonly { readonly questId: string; readonly command: Command }[],
): Promise<ReadonlyMap<string, readonly Address[]>> {
  const ids = requests.flatMap(({ questId, command }) => (needs(command, 'backers') ? [questId] : []))
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('quests')
    .select(['companion_of', 'giver'])
    .where(isAmong(trx, 'companion_of', ids))
    .where('closed', 'is', null)
    .orderBy('id')
    .execute()
  const byQuest = Map.groupBy(rows, ({ companion_of }) => companion_of ?? '')
  return new Map([...byQuest].map(([id, some]) => [id, some.map(({ giver }) => giver)]))
}
