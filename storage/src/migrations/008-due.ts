import type { Kysely } from 'kysely'

/** With an index of the time alone, everything due at one moment would be sorted again for each batch. */
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
