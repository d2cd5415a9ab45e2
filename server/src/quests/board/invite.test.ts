import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { startTwins } from '../../../test/twins.ts'
import { day } from '../../ground/clock.ts'

describe('an invitation', () => {
  test('is one letter in the name of the giver, which the farmer can answer', async () => {
    const { user, clock } = await startHarness({ env: { QUOTA_LETTERS_A_DAY: '1' } })
    const [giver, farmer] = [user(), user()]
    const { id, title } = await giver.furrow.quests.post(sampleQuest)
    const invitation = { questId: id, address: farmer.address, note: 'You are good with gates.' }
    expect(await giver.furrow.quests.invite(invitation)).toEqual({
      questId: id,
      address: farmer.account.address,
      note: invitation.note,
      invitedAt: new Date(clock.now()).toISOString(),
    })
    const [letter, ...others] = (await farmer.furrow.mail.list()).items
    expect(others).toEqual([])
    expect(letter).toMatchObject({
      from: giver.account.address,
      to: farmer.account.address,
      type: 'quest',
      official: false,
      read: false,
      subject: `Invitation: ${title}`,
    })
    for (const part of [id, invitation.note, '100 USDC']) expect(letter?.body).toContain(part)
    expect((await giver.furrow.mail.list()).items).toMatchObject([{ id: letter?.id, read: true }])
    const answer = { to: giver.address, subject: 'Yes', body: 'Gladly.' }
    for (let count = 0; count < 3; count++) await farmer.furrow.mail.send(answer)
  })

  test('is refused where it makes no sense, with a sentence', async () => {
    const { user, send, clock } = await startHarness()
    const [giver, farmer, other] = [user(), user(), user()]
    const deadline = new Date(clock.now() + day).toISOString()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2, deadline })
    const closed = await giver.furrow.quests.post(sampleQuest)
    await giver.furrow.quests.cancel(closed.id)
    const invite = ({ token }: typeof giver, questId: string, address: string) =>
      send('POST', '/quests/invite', { token, body: { questId, address } })
    await farmer.furrow.quests.accept(id)
    await user(other).furrow.mail.block(giver.address)
    const late = user()
    expect(await invite(giver, id, giver.address)).toMatchObject({ status: 400 })
    expect(await invite(giver, id, `0x${'0'.repeat(40)}`)).toMatchObject({ status: 400 })
    expect(await invite(giver, id, farmer.address)).toMatchObject({
      status: 400,
      body: { error: 'This farmer has a place in the quest already.', code: expect.any(String) },
    })
    expect(await invite(giver, id, other.address)).toMatchObject({ status: 403 })
    expect(await invite(farmer, id, late.address)).toMatchObject({ status: 403 })
    expect(await invite(giver, closed.id, late.address)).toMatchObject({ status: 400 })
    expect(await invite(giver, 'quest-none', late.address)).toMatchObject({ status: 404 })
    expect((await send('POST', '/quests/invite', { body: {} })).status).toBe(401)
    await giver.furrow.quests.invite({ questId: id, address: late.address })
    await late.furrow.quests.declineInvite(id)
    await expect(late.furrow.quests.declineInvite(id)).rejects.toMatchObject({ status: 404 })
    expect(await invite(giver, id, late.address)).toMatchObject({
      status: 400,
      body: { error: 'This farmer was invited to the quest already.', code: expect.any(String) },
    })
    clock.advance(day)
    expect(await invite(user(giver), id, user().address)).toMatchObject({ status: 400 })
  })

  test('goes out once, and as many in a day as there may be, over two processes', async () => {
    const services = await startTwins({ QUOTA_INVITES_A_DAY: '3' })
    const [one] = services
    const giver = one.user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const farmers = [one.user(), one.user(), one.user(), one.user()]
    const asked = farmers.flatMap(({ address }) =>
      services.flatMap(({ user }) =>
        [1, 2].map(() => user(giver).furrow.quests.invite({ questId: id, address })),
      ),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refused = outcomes.flatMap(outcome =>
      outcome.status === 'rejected' ? [outcome.reason.status] : [],
    )
    expect(refused.every(status => status === 400 || status === 429)).toBe(true)
    const letters = await Promise.all(
      farmers.map(async ({ furrow }) => (await furrow.mail.list()).items.length),
    )
    expect(letters.toSorted()).toEqual([0, 1, 1, 1])
  })
})
