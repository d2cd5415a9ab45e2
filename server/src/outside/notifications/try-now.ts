import type { Context } from '../../ground/context.ts'

type Channel = { readonly id: string; readonly paused_until: number | null; readonly problem: string | null }

/** Sends a channel that failed all that waits for its next try; a day's digest that is not due waits on. */
export async function tryNow(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  { id, paused_until, problem }: Channel,
): Promise<void> {
  if (problem === null) return
  await db
    .updateTable('outbox')
    .set({ due_at: clock.now() })
    .where('channel', '=', id)
    .where('due_at', '>', clock.now())
    .where(({ eb, or }) => or([eb('digest', 'is', null), eb('due_at', '=', paused_until ?? 0)]))
    .execute()
}
