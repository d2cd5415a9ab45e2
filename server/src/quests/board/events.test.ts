import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import type { QuestEvent } from '../../rules/lifecycle/events/all.ts'
import { publicDetailsOf } from '../../rules/lifecycle/events/public.ts'

test('what an event says is public only where its kind says so, whoever wrote it', async () => {
  const { context, user, visitor } = await startHarness()
  const { id } = await user().furrow.quests.post(sampleQuest)
  // As a version after this one may leave them, or one before.
  for (const [number, kind, details] of [
    [2, 'removed', { reason: 'CANARY', approximate: 1 }],
    [3, 'whispered', { note: 'CANARY' }],
    [4, 'submitted', { note: 'Done.', url: null, reviewEndsAt: 0, secret: 'CANARY' }],
  ] as const)
    await context.db
      .insertInto('quest_events')
      .values({
        quest_id: id,
        number,
        at: 0,
        kind: kind as 'removed',
        actor: null,
        farmer: null,
        details: JSON.stringify(details),
      })
      .execute()
  const { items } = await visitor.quests.events(id)
  expect(items.slice(1).map(({ details }) => details)).toEqual([
    { approximate: true },
    {},
    { note: 'Done.', url: null, reviewEndsAt: new Date(0).toISOString() },
  ])
  const event = { kind: 'paused', why: 'CANARY' } as QuestEvent
  expect(publicDetailsOf(event)).toEqual({})
})
