import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startRail } from '../../../test/rail.ts'

test('a database that fails while a quest is asked for does not end the process', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown) => void unheard.push(error)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const { context, send } = await startRail()
  await sql`alter table revisions rename to elsewhere`.execute(context.db)
  expect((await send('GET', '/quests?id=quest-1-0000000000000000')).status).toBe(404)
  await sql`alter table elsewhere rename to revisions`.execute(context.db)
  expect((await send('GET', '/quests')).status).toBe(200)
  expect(unheard).toEqual([])
})
