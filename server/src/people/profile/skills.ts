import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { lockFree, lockRows } from '@furrow/storage/locked.ts'
import { createQueue, type Outcome } from '@furrow/storage/queue.ts'
import { isFoundOtherwise } from '@furrow/storage/sort-keys.ts'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, nowIfAny } from '../../ground/duty.ts'
import { oneFor } from '../../ground/one-for.ts'

/** For a row that was read after its skills were written; `stale` asks the database the same. */
export function areSkillsStale({ found_skills, skills }: ProfileRow): boolean {
  return (found_skills ?? '[]') !== skills
}

export function findBySkills({ db }: Pick<Context, 'db'>, address: Address): Promise<void> {
  return queueOf(db)(address)
}

const atOnce = 64
const queueOf = oneFor((db: Db) =>
  createQueue('skills', (addresses: readonly Address[]) => findTogether(db, addresses), atOnce),
)

async function findTogether(db: Db, addresses: readonly Address[]): Promise<Outcome<void>[]> {
  await transaction(db, async trx => {
    const own = stale(trx).where(isAmong(trx, 'address', [...new Set(addresses)]))
    await renew(trx, await lockRows(trx, own.orderBy('address')).execute())
  })
  return addresses.map(() => ({ value: undefined }))
}

const most = 200

/** Search indexes are stale after the upgrade, and after a write of an older process, or one that ended half-way. */
export const renewSkills: Duty = {
  name: 'find farmers by their skills',
  soonest: () => nowIfAny(sql`profiles where ${isFoundOtherwise}`),
  round: ({ db }) =>
    transaction(db, async trx => {
      const some = stale(trx).orderBy('address').limit(most)
      return renew(trx, await lockFree(trx, some, 'profiles').execute())
    }),
}

function stale(trx: Db) {
  return trx.selectFrom('profiles').select(['address', 'skills']).where(isFoundOtherwise)
}

async function renew(
  trx: Db,
  rows: readonly { readonly address: Address; readonly skills: string }[],
): Promise<number> {
  if (rows.length === 0) return 0
  const addresses = rows.map(({ address }) => address)
  await trx
    .deleteFrom('profile_skills')
    .where(isAmong(trx, 'address', addresses))
    .execute()
  await writeTogether(trx, writes => {
    for (const { address, skills } of rows) {
      const all = new Set((JSON.parse(skills) as string[]).map(skill => skill.toLowerCase()))
      writes.insert('profile_skills', ...[...all].map(skill => ({ skill, address })))
      writes.set('profiles', ['address'], { address, found_skills: skills })
    }
  })
  return rows.length
}
