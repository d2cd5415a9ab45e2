import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day, hour } from '../../ground/clock.ts'

const acceptTime = 30 * day
const refused = (status: number) => ({ status })

/** Work in review. */
async function handIn({ user }: Harness) {
  const [giver, farmer] = [user(), user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'It closes.' })
  return { giver, farmer, id }
}

describe('work that its giver returns', () => {
  test('is accepted work again, shows what is missing, and starts a window anew each time it is handed in', async () => {
    const harness = await startHarness()
    const { clock, visitor, runDue, user } = harness
    const { giver, farmer, id } = await handIn(harness)
    // A giver who waits until the last moment takes none of the farmer's time.
    clock.advance(reviewWindow - 1)
    const returned = await user(giver).furrow.quests.return(id, farmer.address, 'The hinge is missing.')
    const at = new Date(clock.now()).toISOString()
    expect(returned).toMatchObject({ status: 'open' })
    expect(returned.farmers[0]).toMatchObject({
      status: 'accepted',
      expiresAt: new Date(clock.now() + acceptTime).toISOString(),
      reviewEndsAt: null,
      submission: { note: 'It closes.' },
      returned: { times: 1, at, note: 'The hinge is missing.' },
      holdReason: 'no-work-yet',
    })
    const [letter] = (await user(farmer).furrow.mail.list()).items
    expect(letter?.subject).toBe('Returned: Fix the gate')
    expect(letter?.body).toContain('The hinge is missing.')

    clock.advance(acceptTime - hour)
    await user(farmer).furrow.quests.submit(id, { note: 'There is one now.' })
    expect((await visitor.quests.get(id)).farmers[0]).toMatchObject({
      status: 'in-review',
      reviewEndsAt: new Date(clock.now() + reviewWindow).toISOString(),
      submission: { note: 'There is one now.' },
      returned: { times: 1, note: 'The hinge is missing.' },
    })
    clock.advance(reviewWindow)
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(id)).farmers[0]?.status).toBe('released')
    const kinds = (await visitor.quests.events(id)).items.map(({ kind, details }) => [kind, details.note])
    expect(kinds).toContainEqual(['returned', 'The hinge is missing.'])
    await requireSound(harness.context)
  })

  test('is returned twice at most; then it is paid or disputed', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await handIn(harness)
    for (const times of [1, 2]) {
      const { farmers } = await giver.furrow.quests.return(id, farmer.address, 'No.')
      expect(farmers[0]?.returned?.times).toBe(times)
      await farmer.furrow.quests.submit(id, { note: 'Again.' })
    }
    await expect(giver.furrow.quests.return(id, farmer.address, 'No.')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('returned 2 times'),
    })
    // A farmer who takes the place anew begins anew.
    await giver.furrow.quests.dispute(id, farmer.address, 'Still no.')
    await farmer.furrow.quests.concede(id)
    await requireSound(harness.context)
  })

  test('of a farmer who gives their place back is no matter of when they take it again, whichever version wrote that', async () => {
    const harness = await startHarness()
    const { context, clock } = harness
    const { giver, farmer, id } = await handIn(harness)
    await giver.furrow.quests.return(id, farmer.address, 'No.')
    await farmer.furrow.quests.submit(id, { note: 'Again.' })
    await giver.furrow.quests.return(id, farmer.address, 'No.')
    const before = await context.db.selectFrom('assignments').selectAll().executeTakeFirstOrThrow()
    await farmer.furrow.quests.withdraw(id)
    clock.advance(1_000)
    await farmer.furrow.quests.accept(id)
    // As the version before leaves it, which knows nothing of returns.
    const { returns, returned_at, return_note } = before
    await context.db.updateTable('assignments').set({ returns, returned_at, return_note }).execute()
    await farmer.furrow.quests.submit(id, { note: 'Anew.' })
    const { farmers } = await giver.furrow.quests.return(id, farmer.address, 'No.')
    expect(farmers[0]?.returned?.times).toBe(1)
    await requireSound(context)
  })

  test('that is not handed in again frees its place in its time, and its farmer is told before', async () => {
    const harness = await startHarness()
    const { clock, runDue, user, visitor } = harness
    const { giver, farmer, id } = await handIn(harness)
    await giver.furrow.quests.return(id, farmer.address, 'No.')
    clock.advance(acceptTime - 3 * day)
    expect(await runDue()).toBe(1)
    expect((await user(farmer).furrow.mail.list()).items[0]?.body).toContain('not handed in again')
    clock.advance(3 * day)
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(id)).farmers).toEqual([])
    await requireSound(harness.context)
  })

  test('does not let its giver cancel around it; it counts as a place without work until it is handed in', async () => {
    const harness = await startHarness({ env: { QUOTA_PLACES: '1' } })
    const { user } = harness
    const { giver, farmer, id } = await handIn(harness)
    const other = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(other.id)
    // The place that the farmer took meanwhile is within their limit, and so is the one that came back.
    await giver.furrow.quests.return(id, farmer.address, 'No.')
    const third = await user().furrow.quests.post(sampleQuest)
    await expect(farmer.furrow.quests.accept(third.id)).rejects.toMatchObject(refused(400))
    await expect(giver.furrow.quests.cancel(id)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('was returned'),
    })
    await farmer.furrow.quests.withdraw(id)
    await giver.furrow.quests.cancel(id)
    await requireSound(harness.context)
  })

  test('is returned by nobody but its giver, and only in its window; and a merge is not', async () => {
    const harness = await startHarness()
    const { clock, user, visitor } = harness
    const { giver, farmer, id } = await handIn(harness)
    for (const stranger of [farmer, user()])
      await expect(stranger.furrow.quests.return(id, farmer.address, 'No.')).rejects.toMatchObject(
        refused(403),
      )
    await expect(giver.furrow.quests.return(id, user().address, 'No.')).rejects.toMatchObject(refused(400))
    clock.advance(reviewWindow)
    await expect(user(giver).furrow.quests.return(id, farmer.address, 'No.')).rejects.toMatchObject(
      refused(400),
    )

    const merged = await user(giver).furrow.quests.post({ ...sampleQuest, codehostRepo: 'farm/gate' })
    await user(farmer).furrow.profile.change({ codehostUsername: 'me' })
    await user(farmer).furrow.quests.accept(merged.id)
    await visitor.verify({ repo: 'farm/gate', pr: 7 })
    await expect(user(giver).furrow.quests.return(merged.id, farmer.address, 'No.')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('merged pull request cannot be returned'),
    })
  })

  test('of two who decide at once, the one returns it and the other is refused', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await handIn(harness)
    const outcomes = await Promise.allSettled([
      giver.furrow.quests.return(id, farmer.address, 'No.'),
      giver.furrow.quests.return(id, farmer.address, 'No.'),
      giver.furrow.quests.dispute(id, farmer.address, 'No.'),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await requireSound(harness.context)
  })
})
