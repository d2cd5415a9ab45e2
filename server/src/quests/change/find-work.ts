import { lockFree } from '@furrow/storage/locked.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Command } from '../../rules/lifecycle/commands/all.ts'
import type { FindDue } from './due.ts'

export type WorkQuery = SelectQueryBuilder<
  Tables,
  'assignments' | 'quests',
  { quest_id: string; farmer: Address }
>

/** `narrow` says which places are due, and orders them by that time; it speaks of `assignments` alone. */
export function findWork(
  toCommand: (farmer: Address) => Command,
  narrow: (query: WorkQuery) => WorkQuery,
): FindDue {
  return async (db, { limit, offset }) => {
    const all = db
      .selectFrom('assignments')
      .innerJoin('quests', 'quests.id', 'assignments.quest_id')
      .select(['assignments.quest_id', 'assignments.farmer'])
    const due = narrow(all).orderBy('assignments.quest_id').orderBy('assignments.farmer')
    const rows = await lockFree(db, due.limit(limit).offset(offset), 'quests').execute()
    return rows.map(({ quest_id: questId, farmer }) => ({ questId, command: toCommand(farmer) }))
  }
}
