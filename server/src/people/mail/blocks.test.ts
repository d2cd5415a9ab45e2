import { describe, expect, test } from 'vitest'
import { createWallet, sampleQuest, shareHarness, startHarness } from '../../../test/harness.ts'
import { startTwins } from '../../../test/twins.ts'
import { toAddress } from '../../ground/address.ts'

const shared = shareHarness()

const letterTo = (to: string) => ({ to, subject: 's', body: 'b' })

describe('/mail/blocks', () => {
  test('refuses the letters of that sender to that reader, and nothing else', async () => {
    const { user } = await startHarness()
    const [alice, bob, eve] = [user(), user(), user()]
    await alice.furrow.mail.block(eve.address)
    const outcomes = await Promise.allSettled([
      eve.furrow.mail.send(letterTo(alice.address)),
      eve.furrow.mail.send(letterTo(bob.address)),
      bob.furrow.mail.send(letterTo(alice.address)),
      alice.furrow.mail.send(letterTo(eve.address)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
    expect(outcomes[0]).toMatchObject({
      reason: { status: 403, message: expect.stringContaining('recipient') },
    })
    // Neither of the two keeps a copy.
    expect((await eve.furrow.mail.list()).items).toHaveLength(2)
    await alice.furrow.mail.unblock(eve.address)
    await eve.furrow.mail.send(letterTo(alice.address))
  })

  test('is a list of one’s own, newest first', async () => {
    const { user, clock } = await startHarness()
    const alice = user()
    const [first, second] = [createWallet(), createWallet()]
    const since = new Date(clock.now()).toISOString()
    expect(await alice.furrow.mail.block(first.address)).toEqual({ address: first.account.address, since })
    clock.advance(1)
    await alice.furrow.mail.block(second.address)
    expect(await alice.furrow.mail.block(first.address.toUpperCase().replace('0X', '0x'))).toMatchObject({
      since,
    })
    const addresses = (await alice.furrow.mail.blocks()).map(({ address }) => address)
    expect(addresses).toEqual([second.account.address, first.account.address])
    expect(await user().furrow.mail.blocks()).toEqual([])
    expect(await alice.furrow.mail.unblock(first.address)).toEqual({ success: true })
    await expect(alice.furrow.mail.unblock(first.address)).rejects.toMatchObject({ status: 404 })
  })

  test('keeps no notice of a quest that both are in from arriving', async () => {
    const { user, platform } = await startHarness()
    const [giver, farmer, voice] = [user(), user(), user(platform)]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await giver.furrow.mail.block(farmer.address)
    await giver.furrow.mail.block(platform.address)
    await farmer.furrow.quests.submit(id, { note: 'Done' })
    await voice.furrow.mail.send(letterTo('*'))
    const subjects = (await giver.furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(['Accepted: Fix the gate', 'In review: Fix the gate', 's'])
  })

  test('has room for a thousand, whoever counts', async () => {
    const [one, two] = await startTwins()
    const wallet = one.user()
    const blocked = Array.from({ length: 1_010 }, (_, index) => `0x${String(index + 1).padStart(40, '0')}`)
    const before = blocked
      .slice(0, 990)
      .map(sender => ({ sender: toAddress(sender), owner: wallet.address, at: 0 }))
    await one.context.db.insertInto('mail_blocks').values(before).execute()
    const count = { address: wallet.address, kind: 'blocks', day: 0, used: 990 }
    await one.context.db.insertInto('quotas').values(count).execute()
    const block = (address: string, by = one) => by.user(wallet).furrow.mail.block(address)
    const outcomes = await Promise.allSettled(
      blocked.slice(990).map((address, index) => block(address, index % 2 === 0 ? one : two)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await one.user(wallet).furrow.mail.blocks()).toHaveLength(1_000)
    // Blocking again is no block more; and one that is given back leaves room.
    one.clock.advance(2_000)
    await block(blocked[0] as string)
    await expect(block(createWallet().address)).rejects.toMatchObject({ status: 429 })
    await one.user(wallet).furrow.mail.unblock(blocked[0] as string)
    one.clock.advance(2_000)
    await block(createWallet().address)
  })

  test.each([
    ['PUT', {}, 400],
    ['PUT', { address: '*' }, 400],
    ['PUT', { address: 7 }, 400],
    ['DELETE', { address: 'bob' }, 400],
    ['DELETE', {}, 400],
  ])('%s %j is %i', async (method, body, status) => {
    const { user, send } = await shared()
    expect((await send(method, '/mail/blocks', { token: user().token, body })).status).toBe(status)
  })

  test('is refused without a token, and for oneself', async () => {
    const { user, send } = await startHarness()
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await send(method, '/mail/blocks', { body: method === 'GET' ? undefined : {} })).status).toBe(
        401,
      )
    const alice = user()
    await expect(alice.furrow.mail.block(alice.address)).rejects.toMatchObject({ status: 400 })
  })
})
