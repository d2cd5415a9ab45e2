import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { type GithubStandIn, type Person, people, startGithub } from '../../../test/github.ts'
import {
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { pointsOf, release, startPayments, transfer, unit } from '../../../test/payments.ts'
import { requireSound } from '../../../test/soundness.ts'
import { leave } from '../../community/account/leave.ts'
import { day, hour, minute } from '../../ground/clock.ts'

async function link({ user }: Harness, person: Person, wallet = user()): Promise<User> {
  await wallet.furrow.profile.change({ codehostToken: people[person] })
  return wallet
}

const urlOf = ({ env }: GithubStandIn, pr: number) => `${env.CODEHOST_URL}/giver/gate/pull/${pr}`
const ten = { amount: '10', token: 'USDC' }

async function start(env: Record<string, string> = {}) {
  const github = await startGithub()
  const harness = await startHarness({ env: { ...github.env, ...env } })
  return { github, harness, giver: harness.user(), alice: await link(harness, 'alice') }
}

const freeze = ({ user, platform }: Harness, { address: id }: User) =>
  user(platform).furrow.moderation.act({ action: 'freeze', kind: 'wallet', id, reason: 'Spam.' })

const refusedAs = (code: string, status: number) => ({ code, status })
const listOf = async ({ visitor }: Harness, { address }: { address: string }, role: 'given' | 'received') =>
  (await visitor.thanks.list({ address, role })).items

describe('a thanks by word', () => {
  test('is seen by nobody until the farmer has received it, is owed to nobody, and gives no points', async () => {
    const { github, harness, giver, alice } = await start({ POINTS_FOR: 'recorded' })
    const pr = await github.merge('alice', 'Mends the gate')
    const before = await harness.visitor.quests.list({})
    const url = urlOf(github, pr)
    const thanks = await giver.furrow.thanks.promise({ url: `${url}/files?w=1#top`, ...ten })
    const { id } = thanks
    expect(thanks).toMatchObject({
      giver: giver.account.address,
      farmer: alice.account.address,
      tipped: null,
      status: 'promised',
      questId: null,
      ...ten,
    })
    expect(await alice.furrow.thanks.own()).toEqual([])
    expect(await giver.furrow.thanks.own()).toEqual([thanks])
    const waiting = async () =>
      (await giver.furrow.tasks.list()).tasks.filter(({ kind }) => kind === 'thanks')
    expect(await waiting()).toEqual([
      {
        kind: 'thanks',
        questId: null,
        title: null,
        address: alice.account.address,
        link: '/thanks',
        at: thanks.createdAt,
        due: thanks.lapsesAt,
        stake: ten,
        count: 1,
      },
    ])
    expect((await giver.furrow.tasks.counts()).thanks).toBe(1)
    expect((await alice.furrow.tasks.counts()).thanks).toBe(0)
    await expect(alice.furrow.thanks.received(id)).rejects.toMatchObject(refusedAs('no-payment', 400))
    expect((await giver.furrow.thanks.sayPaid(id)).status).toBe('said')
    await giver.furrow.thanks.sayPaid(id)
    expect(await waiting()).toEqual([])
    expect((await alice.furrow.mail.list()).items.filter(({ subject }) => /paid/.test(subject))).toHaveLength(
      1,
    )
    expect(await listOf(harness, alice, 'received')).toEqual([])
    expect(await harness.visitor.quests.list({})).toEqual(before)
    await alice.furrow.thanks.notReceived(id)
    expect(await waiting()).toHaveLength(1)
    expect(await alice.furrow.thanks.own()).toEqual([])
    await giver.furrow.thanks.sayPaid(id)
    expect(await alice.furrow.thanks.own()).toMatchObject([{ id, status: 'said' }])

    const received = await alice.furrow.thanks.received(id)
    expect(received).toMatchObject({ status: 'received', lapsesAt: null, questId: expect.any(String) })
    expect(await alice.furrow.thanks.received(id)).toEqual(received)
    expect(await listOf(harness, alice, 'received')).toEqual([received])
    expect(await listOf(harness, giver, 'given')).toEqual([received])
    expect(await listOf(harness, giver, 'received')).toEqual([])
    expect(await pointsOf(harness, alice)).toBe(0)
    expect(await pointsOf(harness, giver)).toBe(0)
    const quest = await harness.visitor.quests.get(received.questId ?? '')
    expect(quest).toMatchObject({ status: 'completed', thanks: { for: thanks.url }, rewardAmount: 10 })
    expect((await giver.furrow.payouts.due()).items.works).toEqual([])
    expect((await harness.visitor.quests.list({ status: 'open' })).items).toEqual([])
    expect((await harness.visitor.overview()).openQuests).toBe(0)
    await expect(giver.furrow.thanks.withdraw(id)).rejects.toMatchObject(refusedAs('thanks-over', 409))
    await requireSound(harness.context)
  })

  test('lapses after seven days, and may be promised anew', async () => {
    const { github, harness, giver, alice } = await start()
    const url = urlOf(github, await github.merge('alice', 'Mends the gate'))
    const { id } = await giver.furrow.thanks.promise({ url, ...ten })
    await giver.furrow.thanks.sayPaid(id)
    harness.clock.advance(7 * day)
    const [again, her] = [harness.user(giver), harness.user(alice)]
    await expect(her.furrow.thanks.received(id)).rejects.toMatchObject(refusedAs('thanks-over', 409))
    const next = await again.furrow.thanks.promise({ url, amount: '12', token: 'USDC' })
    expect(next.id).not.toBe(id)
    harness.clock.advance(7 * day)
    await harness.runDue()
    expect(await harness.context.db.selectFrom('thanks').selectAll().execute()).toEqual([])
  })
})

describe('a promise', () => {
  test('is made once for each giver and pull request, whatever is asked at once', async () => {
    const { github, harness, giver } = await start()
    const url = urlOf(github, await github.merge('alice', 'Mends the gate'))
    const some = await Promise.all([1, 2, 3].map(() => giver.furrow.thanks.promise({ url, ...ten })))
    expect(new Set(some.map(({ id }) => id)).size).toBe(1)
    expect((await giver.furrow.thanks.promise({ url, amount: '10.00', token: 'USDC' })).id).toBe(some[0]?.id)
    for (const other of [
      { amount: '11', token: 'USDC' },
      { amount: '10', token: 'DAI' },
    ])
      await expect(giver.furrow.thanks.promise({ url, ...other })).rejects.toMatchObject(
        refusedAs('thanks-differs', 409),
      )
    await giver.furrow.thanks.withdraw(some[0]?.id ?? '')
    expect(await giver.furrow.thanks.own()).toEqual([])
    await giver.furrow.thanks.promise({ url, amount: '11', token: 'USDC' })
    await harness.user().furrow.thanks.promise({ url, ...ten })
  })

  test('is one of the quests that somebody posts in a day', async () => {
    const { github, giver } = await start({ QUOTA_QUESTS_A_DAY: '1' })
    const [one, two] = [
      await github.merge('alice', 'Mends the gate'),
      await github.merge('alice', 'And more'),
    ]
    await giver.furrow.thanks.promise({ url: urlOf(github, one), ...ten })
    await expect(giver.furrow.thanks.promise({ url: urlOf(github, two), ...ten })).rejects.toMatchObject(
      refusedAs('quota-exceeded', 429),
    )
  })

  test('is refused where there is nobody to thank, or nothing to thank for', async () => {
    const { github, harness, giver, alice } = await start()
    const merged = urlOf(github, await github.merge('alice', 'Mends the gate'))
    const open = urlOf(github, await github.merge('alice', 'Mends it', { merge: false }))
    const aside = urlOf(github, await github.merge('alice', 'Mends it', { base: 'side' }))
    const bobs = urlOf(github, await github.merge('bob', 'Mends it'))
    const ask = (url: string, by = giver, more: object = {}) =>
      by.furrow.thanks.promise({ url, ...ten, ...more })
    const expected: readonly (readonly [() => Promise<unknown>, string, number])[] = [
      [() => ask(open), 'not-merged', 400],
      [() => ask(aside), 'other-branch', 400],
      [() => ask(urlOf(github, 999)), 'pull-request-not-found', 400],
      [() => ask('https://example.org/o/r/pull/1'), 'codehost-link-invalid', 400],
      [() => ask(`${github.env.CODEHOST_URL}/giver/gate/issues/1`), 'codehost-link-invalid', 400],
      [() => ask(bobs), 'author-unlinked', 400],
      [() => ask(merged, alice), 'thanks-to-oneself', 400],
      [() => ask(merged, giver, { amount: '0.0' }), 'amount-not-exact', 400],
      [() => ask(merged, giver, { amount: '0.0000001' }), 'amount-not-exact', 400],
      [() => ask(merged, giver, { questId: 'quest-1' }), 'bad-request', 400],
      [() => giver.furrow.thanks.promise(ten), 'bad-request', 400],
      [() => giver.furrow.thanks.paid('thanks-none', `0x${'1'.repeat(64)}`), 'thanks-not-found', 404],
    ]
    for (const [asked, code, status] of expected)
      await expect(asked(), code).rejects.toMatchObject(refusedAs(code, status))
    await expect(ask(bobs)).rejects.toThrow(/t?bob/)
    await alice.furrow.mail.block(giver.address)
    await expect(ask(merged)).rejects.toMatchObject(refusedAs('thanks-blocked', 403))
    const other = harness.user()
    await other.furrow.mail.block(alice.address)
    await expect(ask(merged, other)).rejects.toMatchObject(refusedAs('thanks-blocked', 403))
    await freeze(harness, alice)
    await expect(ask(merged, harness.user())).rejects.toMatchObject(refusedAs('other-wallet-frozen', 403))
    github.mode = 'down'
    await expect(ask(merged, harness.user())).rejects.toMatchObject({ status: 503 })
  })

  test('is refused for the work of a quest, which is tipped instead', async () => {
    const { github, harness, alice } = await start()
    const poster = await link(harness, 'giver')
    await github.as('giver').issues.create({ owner: 'giver', repo: 'gate', title: 'The gate' })
    const { id } = await poster.furrow.quests.post({
      ...sampleQuest,
      codehostRepo: 'giver/gate',
      codehostIssue: '1',
    })
    await alice.furrow.quests.accept(id)
    const pr = await github.merge('alice', 'Closes #1')
    const thank = () => harness.user().furrow.thanks.promise({ url: urlOf(github, pr), ...ten })
    await expect(thank()).rejects.toMatchObject({
      ...refusedAs('merge-of-quest', 409),
      message: expect.stringContaining(id),
    })
    await harness.visitor.verify({ repo: 'giver/gate', pr })
    await expect(thank()).rejects.toMatchObject(refusedAs('merge-of-quest', 409))
  })
})

test('finished work is tipped by anybody but its farmer, once each, and a thanks is not', async () => {
  const harness = await startHarness({})
  const [giver, farmer, other] = [harness.user(), harness.user(), harness.user()]
  const questId = await release(giver, farmer)
  const tip = { questId, farmer: farmer.address, ...ten }
  await expect(farmer.furrow.thanks.promise(tip)).rejects.toMatchObject(refusedAs('thanks-to-oneself', 400))
  const { id: open } = await giver.furrow.quests.post(sampleQuest)
  await expect(other.furrow.thanks.promise({ ...tip, questId: open })).rejects.toMatchObject(
    refusedAs('work-not-released', 400),
  )
  await expect(other.furrow.thanks.promise({ ...tip, questId: 'quest-0' })).rejects.toMatchObject(
    refusedAs('quest-not-found', 404),
  )
  for (const by of [giver, other]) {
    const { id } = await by.furrow.thanks.promise(tip)
    expect((await by.furrow.thanks.promise(tip)).id).toBe(id)
    await by.furrow.thanks.sayPaid(id)
    await farmer.furrow.thanks.received(id)
  }
  const tips = await listOf(harness, farmer, 'received')
  expect(tips).toMatchObject([{ tipped: questId }, { tipped: questId }])
  const ofTip = { ...tip, questId: tips[0]?.questId ?? '' }
  await expect(harness.user().furrow.thanks.promise(ofTip)).rejects.toMatchObject(
    refusedAs('tip-of-thanks', 400),
  )
  const { items, cursor } = await harness.visitor.thanks.list({ address: farmer.address, limit: '1' })
  expect(items).toEqual(tips.slice(0, 1))
  const rest = await harness.visitor.thanks.list({ address: farmer.address, cursor: cursor ?? '' })
  expect(rest).toMatchObject({ items: tips.slice(1), cursor: null })

  // A person who leaves takes the address of their work along; the money stays counted.
  await farmer.furrow.account.delete({
    account: farmer.account,
    signMessage: ({ message }) => farmer.account.signMessage({ message }),
  })
  expect(await listOf(harness, giver, 'given')).toMatchObject([{ status: 'received', url: null }])
  await requireSound(harness.context)
})

test('work is tipped by no other wallet of the account that did it', async () => {
  const { harness, giver, alice } = await start()
  const questId = await release(giver, alice)
  await alice.furrow.profile.change({ codehostUsername: null })
  const second = await link(harness, 'alice')
  await expect(
    second.furrow.thanks.promise({ questId, farmer: alice.address, ...ten }),
  ).rejects.toMatchObject(refusedAs('thanks-to-oneself', 400))
})

test('a promise goes with who made it, and with whom it is to', async () => {
  const { github, harness, giver, alice } = await start()
  const url = urlOf(github, await github.merge('alice', 'Mends the gate'))
  const other = harness.user()
  for (const { furrow } of [giver, other]) await furrow.thanks.promise({ url, ...ten })
  const count = async () => (await harness.context.db.selectFrom('thanks').select('id').execute()).length
  await leave(harness.context, other.address)
  expect(await count()).toBe(1)
  await leave(harness.context, alice.address)
  expect(await count()).toBe(0)
})

test('a thanks that a moderator hides is in no list of its people', async () => {
  const { github, harness, giver, alice } = await start()
  const url = urlOf(github, await github.merge('alice', 'Mends the gate'))
  const { id } = await giver.furrow.thanks.promise({ url, ...ten })
  await giver.furrow.thanks.sayPaid(id)
  const { questId } = await alice.furrow.thanks.received(id)
  const hidden = { action: 'hide', kind: 'quest', id: questId ?? '', reason: 'Spam.' } as const
  await harness.user(harness.platform).furrow.moderation.act(hidden)
  expect(await listOf(harness, alice, 'received')).toEqual([])
  expect(await listOf(harness, giver, 'given')).toEqual([])
})

describe.skipIf(!hasChain)(`a thanks on a chain${hasChain ? '' : ' (skipped: there is no anvil)'}`, () => {
  test('counts once it is confirmed, once over works, thanks and tips, and no more when the chain takes it back', async () => {
    const github = await startGithub()
    const shared = await takeSharedDatabase()
    const env = { ...github.env, PAYMENT_CONFIRMATIONS: '2', ...shared }
    const { chain, harness, giver } = await startPayments(env)
    const elsewhere = await startHarness({ env: harness.env, clock: harness.clock })
    const alice = await link(harness, 'alice')
    const url = urlOf(github, await github.merge('alice', 'Mends the gate'))
    const second = urlOf(github, await github.merge('alice', 'Mends it more'))
    const early = await transfer(chain, giver, alice.account.address, 10n * unit)
    harness.clock.advance(hour)
    await chain.client.increaseTime({ seconds: 3_660 })
    await chain.client.mine({ blocks: 1 })
    const { id } = await giver.furrow.thanks.promise({ url, ...ten })
    const { id: other } = await giver.furrow.thanks.promise({ url: second, ...ten })
    const quests = await harness.visitor.quests.list({})
    const hash = await transfer(chain, giver, alice.account.address, 10n * unit)
    await expect(giver.furrow.thanks.paid(id, early)).rejects.toMatchObject(refusedAs('not-a-payment', 400))
    await expect(giver.furrow.thanks.paid(id, `0x${'1'.repeat(64)}`)).rejects.toMatchObject(
      refusedAs('transaction-unknown', 400),
    )
    await expect(alice.furrow.thanks.paid(id, hash)).rejects.toMatchObject(refusedAs('giver-only', 403))
    expect((await giver.furrow.thanks.paid(id, hash)).status).toBe('confirming')
    expect(await harness.visitor.quests.list({})).toEqual(quests)
    expect(await listOf(harness, alice, 'received')).toEqual([])
    await chain.client.mine({ blocks: 1 })
    const follow = async () => {
      harness.clock.advance(minute)
      await Promise.all([harness.runDue(), elsewhere.runDue()])
      await harness.runDue()
    }
    await follow()
    const [paid] = await listOf(harness, alice, 'received')
    expect(paid).toMatchObject({ id, status: 'paid' })
    expect([await pointsOf(harness, alice), await pointsOf(harness, giver)]).toEqual([100, 100])
    // All that it moved has paid the first.
    await expect(giver.furrow.thanks.paid(other, hash)).rejects.toMatchObject(refusedAs('not-a-payment', 400))
    const work = await release(giver, alice, { rewardAmount: 10, reward: '10 USDC' })
    await expect(giver.furrow.quests.paid(work, alice.address, hash)).rejects.toMatchObject({ status: 400 })

    const raw = await chain.client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never)
    await chain.client.request({ method: 'anvil_reorg', params: [2, []] } as never)
    harness.clock.advance(hour)
    await follow()
    expect(await listOf(harness, alice, 'received')).toEqual([])
    expect(await pointsOf(harness, alice)).toBe(0)
    if ((await chain.client.getTransaction({ hash }).catch(() => null)) === null)
      await chain.client.sendRawTransaction({ serializedTransaction: raw as never })
    await chain.client.mine({ blocks: 2 })
    harness.clock.advance(hour)
    await follow()
    expect(await listOf(harness, alice, 'received')).toMatchObject([{ id, status: 'paid' }])
    expect(await pointsOf(harness, alice)).toBe(100)
    await requireSound(harness.context)
  })

  test('waits a day for its transaction, and may then be shown another one', async () => {
    const github = await startGithub()
    const { chain, harness, giver } = await startPayments({ ...github.env, PAYMENT_CONFIRMATIONS: '2' })
    const alice = await link(harness, 'alice')
    const url = urlOf(github, await github.merge('alice', 'Mends the gate'))
    const { id } = await giver.furrow.thanks.promise({ url, ...ten })
    const hash = await transfer(chain, giver, alice.account.address, 10n * unit)
    expect((await giver.furrow.thanks.paid(id, hash)).status).toBe('confirming')
    const statuses = async () => (await harness.user(giver).furrow.thanks.own()).map(({ status }) => status)
    harness.clock.advance(day - minute)
    await harness.runDue()
    expect(await statuses()).toEqual(['confirming'])
    harness.clock.advance(day)
    await harness.runDue()
    expect(await statuses()).toEqual(['promised'])
  })

  test('is paid from the wallet that gives it, and two that ask at once spend one transaction once', async () => {
    const github = await startGithub()
    const { chain, harness, giver, farmer: other } = await startPayments({ ...github.env })
    const alice = await link(harness, 'alice')
    const ids: string[] = []
    for (const body of ['One', 'Two']) {
      const url = urlOf(github, await github.merge('alice', body))
      ids.push((await giver.furrow.thanks.promise({ url, ...ten })).id)
    }
    await chain.client.setBalance({ address: other.address, value: 100n * 10n ** 18n })
    await chain.mint(other.account, 100n * unit)
    const strange = await transfer(chain, other, alice.account.address, 10n * unit)
    const [one = '', two = ''] = ids
    await expect(giver.furrow.thanks.paid(one, strange)).rejects.toMatchObject(
      refusedAs('not-a-payment', 400),
    )
    const hash = await transfer(chain, giver, alice.account.address, 10n * unit)
    const answers = await Promise.allSettled([one, two, one].map(id => giver.furrow.thanks.paid(id, hash)))
    const paid = await listOf(harness, alice, 'received')
    expect(paid).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
    const left = ids.find(id => id !== paid[0]?.id) ?? ''
    const next = await transfer(chain, giver, alice.account.address, 10n * unit)
    expect((await giver.furrow.thanks.paid(left, next)).status).toBe('paid')
    // Two thanks of one pair are worth as two works of it.
    expect(await pointsOf(harness, alice)).toBe(141.42)
    await requireSound(harness.context)
  })
})
