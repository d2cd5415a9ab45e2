import type { Context } from '../src/ground/context.ts'

/** Makes released work what a chain and a code host would have made it. */
export async function makeProvedAndPaid({ clock, db }: Context, questId: string): Promise<void> {
  await db
    .updateTable('assignments')
    .set({ payment: 'paid', proof: 'merge', merge_source: 'another', pull_request: 1, paid_at: clock.now() })
    .where('quest_id', '=', questId)
    .where('status', '=', 'released')
    .execute()
}
