import type { Kysely } from 'kysely'

/**
 * What is due is taken in the order of its time, its quest and its farmer: an index that ends at the time would have
 * everything that came due at one moment sorted again for each batch of it.
 */
export function due(): (db: Kysely<unknown>) => Promise<void> {
  return async db => {
    const indexes = [
      [
        'assignments_by_review_end',
        'assignments',
        ['rail', 'status', 'review_ends_at', 'quest_id', 'farmer'],
      ],
      ['assignments_by_expiry', 'assignments', ['status', 'warned', 'expires_at', 'quest_id', 'farmer']],
      ['assignments_by_end', 'assignments', ['status', 'expires_at', 'quest_id', 'farmer']],
      [
        'assignments_by_dispute_end',
        'assignments',
        ['rail', 'status', 'dispute_ends_at', 'quest_id', 'farmer'],
      ],
      ['quests_by_deadline', 'quests', ['status', 'deadline', 'id']],
    ] as const
    for (const [name, table, columns] of indexes) {
      await db.schema.dropIndex(name).execute()
      await db.schema
        .createIndex(name)
        .on(table)
        .columns([...columns])
        .execute()
    }
  }
}
