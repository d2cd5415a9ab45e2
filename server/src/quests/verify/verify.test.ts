import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { hour } from '../../ground/clock.ts'

const linked = { ...sampleQuest, codehostRepo: 'https://github.com/Farm/Gate', codehostIssue: '7' }

describe('POST /verify, where there is no code host to ask', () => {
  test('a hundred equal hints start one window and get one answer', async () => {
    const { user, send, clock } = await startHarness()
    const { id } = await user().furrow.quests.post({ ...linked, maxFarmers: 2 })
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    const body = { repo: 'farm/gate', pr: 12 }
    const answers = await Promise.all(Array.from({ length: 100 }, () => send('POST', '/verify', { body })))
    const expected = {
      questId: id,
      farmer: farmer.account.address,
      status: 'in-review',
      reviewEndsAt: new Date(clock.now() + 48 * hour).toISOString(),
    }
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: expected })
    const notices = (await farmer.furrow.mail.list()).items.filter(({ subject }) =>
      subject.startsWith('In review'),
    )
    expect(notices).toHaveLength(1)
    clock.advance(hour)
    expect((await send('POST', '/verify', { body: { repo: 'FARM/gate', pr: 12 } })).body).toEqual(expected)
  })

  test('says why it proves nothing', async () => {
    const { user, send } = await startHarness()
    const hint = (repo: unknown, pr: unknown) => send('POST', '/verify', { body: { repo, pr } })
    expect((await hint('farm/gate', 1)).status).toBe(404)
    const { id } = await user().furrow.quests.post({ ...linked, maxFarmers: 2 })
    expect((await hint('farm/gate', 1)).status).toBe(403)
    await user().furrow.quests.accept(id)
    await user().furrow.quests.accept(id)
    expect((await hint('farm/gate', 1)).status).toBe(400)
    for (const [repo, pr] of [
      ['farm', 1],
      ['../..', 1],
      ['farm/gate', 0],
      ['farm/gate', '1'],
      ['farm/gate', 1.5],
      [7, 1],
    ])
      expect((await hint(repo, pr)).status).toBe(400)
  })

  test('a merge of work that was handed in proves it, and does not move its window', async () => {
    const { user, visitor, clock } = await startHarness()
    const { id } = await user().furrow.quests.post(linked)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    const submitted = await farmer.furrow.quests.submit(id, { note: 'see the pull request' })
    clock.advance(hour)
    const verified = await visitor.verify({ repo: 'farm/gate', pr: 3 })
    expect(verified.reviewEndsAt).toBe(submitted.farmers[0]?.reviewEndsAt)
    expect((await visitor.quests.get(id)).farmers[0]).toMatchObject({ pullRequest: 3 })
  })

  test('believes nobody in production', async () => {
    const env = { NODE_ENV: 'production', SIWE_DOMAINS: 'furrow.example.org' }
    const { user, send } = await startHarness({ env })
    const { id } = await user().furrow.quests.post(linked)
    await user().furrow.quests.accept(id)
    expect((await send('POST', '/verify', { body: { repo: 'farm/gate', pr: 1 } })).status).toBe(503)
  })

  test('a pull request proves one piece of work, and a piece of work has one', async () => {
    const { user, visitor, send } = await startHarness()
    const giver = user()
    const [first, second] = [await giver.furrow.quests.post(linked), await giver.furrow.quests.post(linked)]
    const [one, two] = [user(), user()]
    await one.furrow.quests.accept(first.id)
    const proven = await visitor.verify({ repo: 'farm/gate', pr: 1 })
    const another = await send('POST', '/verify', { body: { repo: 'farm/gate', pr: 2 } })
    expect(another.status).toBe(403)
    await two.furrow.quests.accept(second.id)
    expect(await visitor.verify({ repo: 'farm/gate', pr: 1 })).toEqual(proven)
    expect((await visitor.quests.get(second.id)).farmers).toMatchObject([{ status: 'accepted' }])
    expect(await visitor.verify({ repo: 'farm/gate', pr: 2 })).toMatchObject({ questId: second.id })
  })

  test('two pull requests at once for the only farmer: one proves the work, and nothing breaks', async () => {
    const { user, send, visitor } = await startHarness()
    const { id } = await user().furrow.quests.post(linked)
    await user().furrow.quests.accept(id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send('POST', '/verify', { body: { repo: 'farm/gate', pr: 1 + (index % 2) } }),
      ),
    )
    const proving = (await visitor.quests.get(id)).farmers[0]?.pullRequest
    answers.forEach(({ status }, index) => {
      const expected = 1 + (index % 2) === proving ? [200] : [400, 403]
      expect(expected).toContain(status)
    })
  })

  test('the same hint after the payment still gets an answer, and pays nothing', async () => {
    const { user, visitor, clock, runDue } = await startHarness()
    const { id } = await user().furrow.quests.post(linked)
    await user().furrow.quests.accept(id)
    const { reviewEndsAt } = await visitor.verify({ repo: 'farm/gate', pr: 1 })
    clock.advance(48 * hour)
    expect(await runDue()).toBe(1)
    const again = await visitor.verify({ repo: 'https://code.example.org/FARM/Gate.git', pr: 1 })
    expect(again).toMatchObject({ status: 'released', reviewEndsAt })
    await expect(visitor.verify({ repo: 'farm/gate', pr: 2 })).rejects.toMatchObject({ status: 404 })
    expect((await visitor.quests.get(id)).funding.released).toBe('100')
    expect(await runDue()).toBe(0)
  })

  test('a closed quest is linked to nothing any more', async () => {
    const { user, visitor } = await startHarness()
    const giver = user()
    const { id } = await giver.furrow.quests.post(linked)
    await user().furrow.quests.accept(id)
    await giver.furrow.quests.cancel(id)
    await expect(visitor.verify({ repo: 'farm/gate', pr: 1 })).rejects.toMatchObject({ status: 404 })
  })

  test('a hint that came while its farmer withdrew starts no window', async () => {
    const { user, send, visitor } = await startHarness()
    const { id } = await user().furrow.quests.post(linked)
    const farmer = user()
    for (let pr = 1; pr <= 10; pr++) {
      await farmer.furrow.quests.accept(id)
      const [hint, left] = await Promise.all([
        send('POST', '/verify', { body: { repo: 'farm/gate', pr } }),
        farmer.furrow.quests.withdraw(id).then(
          () => true,
          () => false,
        ),
      ])
      const { farmers } = await visitor.quests.get(id)
      if (left)
        expect({ hint: [400, 403].includes(hint.status), farmers }).toEqual({ hint: true, farmers: [] })
      else {
        expect(hint.status).toBe(200)
        expect(farmers).toMatchObject([{ status: 'in-review', pullRequest: pr }])
        break
      }
    }
  })

  test('a merge during a dispute proves the work, which is then paid when nobody decides', async () => {
    const { user, visitor, clock, runDue } = await startHarness()
    const giver = user()
    const { id } = await giver.furrow.quests.post(linked)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'see the pull request' })
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    expect(await visitor.verify({ repo: 'farm/gate', pr: 9 })).toMatchObject({ status: 'disputed' })
    clock.advance(14 * 24 * hour)
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(id)).farmers).toMatchObject([{ status: 'released', pullRequest: 9 }])
  })

  test('in production it still knows nothing of an unlinked repository', async () => {
    const env = { NODE_ENV: 'production', SIWE_DOMAINS: 'furrow.example.org' }
    const { send } = await startHarness({ env })
    expect((await send('POST', '/verify', { body: { repo: 'farm/gate', pr: 1 } })).status).toBe(404)
  })
})
