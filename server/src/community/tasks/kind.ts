import type { TaskKind } from '@furrow/sdk/contract'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { RawBuilder } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'

export type TaskRow = {
  /** The quest; of a thanks its own id, since it is none yet. */
  readonly quest_id: string | null
  readonly who: Address | null
  readonly at: number | null
  readonly due: number | null
}

/** The person it waits for: an address, or a column of the surrounding statement. */
export type Reader = Address | RawBuilder<Address>

/**
 * One kind of task. Its rows are read by an index on the person, or on the few that wait at all, and never by more of a
 * table: a giver may have a thousand live quests, and a mailbox a hundred thousand letters.
 */
export type Kind = {
  readonly kind: TaskKind
  readonly isOne?: boolean
  /** Columns of `TaskRow` in order, first due first; null for none. Conditions are literals, as in its index. */
  find(context: Context, reader: Reader, most: number): RawBuilder<TaskRow> | null
  /** The number of things that a quest's task stands for; 1 by default. */
  countOf?(quest: Pick<QuestRow, 'waiting'>): number
  linkTo(questId: string | null): string
}

export function questLink(questId: string | null): string {
  return `/quests/${questId}`
}
