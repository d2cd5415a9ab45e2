import type { TaskKind } from '@furrow/sdk/contract'
import type { RawBuilder } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import type { QuestRow } from '../../ground/db/tables.ts'

/** What waits for somebody, as a kind of task has it. */
export type TaskRow = {
  readonly quest_id: string | null
  /** Whom it is about. */
  readonly who: Address | null
  readonly at: number | null
  readonly due: number | null
}

/** Whom something waits for: an address, or where the statement around it has one. */
export type Reader = Address | RawBuilder<Address>

/**
 * One kind of what waits for somebody. Its rows are read by an index of his, or of the few that wait at all, and never by more
 * of a table: a giver may have a thousand live quests, and a mailbox a hundred thousand letters.
 */
export type Kind = {
  readonly kind: TaskKind
  /** Whether all of them are one task, which says how many it stands for. */
  readonly isOne?: boolean
  /**
   * A select of the columns of `TaskRow`, in their order: what is due first, at most so many. null where there can be none.
   * Its conditions are literals, as in its index.
   */
  find(context: Context, reader: Reader, most: number): RawBuilder<TaskRow> | null
  /** How many the task of a quest stands for; one, where it does not say. */
  countOf?(quest: Pick<QuestRow, 'waiting'>): number
  linkTo(questId: string | null): string
}

export function questLink(questId: string | null): string {
  return `/quests/${questId}`
}
