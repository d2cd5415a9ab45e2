import { describe, expect, test } from 'vitest'
import { createWallet, sampleQuest, shareHarness, startHarness } from '../../../test/harness.ts'
import { hour } from '../../ground/clock.ts'

const shared = shareHarness()

describe('GET /profile/', () => {
  test('is by address, or by token; unknown ones are 404 until init creates them', async () => {
    const { user, send } = await startHarness()
    const { address, account, token } = user()
    expect((await send('GET', '/profile/')).status).toBe(400)
    expect((await send('GET', '/profile/?address=me')).status).toBe(400)
    expect((await send('GET', `/profile/?address=${address}`)).status).toBe(404)
    const created = await send('GET', `/profile/?address=${address}&init=true`)
    expect(created).toMatchObject({
      status: 200,
      body: { address: account.address, codehostUsername: null, badges: [] },
    })
    expect((await send('GET', '/profile', { token })).body).toEqual(created.body)
    // Nobody needs a token here: one that is not valid is as none.
    expect((await send('GET', '/profile/', { token: 'x.y.z' })).status).toBe(400)
    expect((await send('GET', `/profile/?address=${account.address}`)).body).toEqual(created.body)
  })
})

describe('PUT /profile/', () => {
  test('changes what is given and leaves the rest', async () => {
    const { user } = await startHarness()
    const { furrow } = user()
    await furrow.profile.change({
      codehostUsername: 'Alice',
      farmerProfile: { bio: 'I mow.', skills: ['mowing'] },
    })
    const changed = await furrow.profile.change({
      ensAddress: 'Alice.ETH',
      profilePhoto: 'tree',
      farmerProfile: { guild: 'Weeders' },
      giverProfile: { website: 'https://example.org' },
    })
    expect(changed).toMatchObject({
      ensAddress: 'alice.eth',
      codehostUsername: 'Alice',
      codehostVerified: false,
      profilePhoto: 'tree',
      farmerProfile: { bio: 'I mow.', skills: ['mowing'], guild: 'Weeders' },
      giverProfile: { website: 'https://example.org' },
    })
    expect(await furrow.profile.change({ codehostUsername: null })).toMatchObject({ codehostUsername: null })
  })

  test('keeps a language, which its owner alone reads', async () => {
    const { user, send } = await startHarness()
    const { address, furrow, token } = user()
    const other = user()
    expect(await furrow.profile.change({ language: 'fr' })).toMatchObject({ language: 'fr' })
    const read = async (token?: string) => {
      const { body } = await send('GET', `/profile/?address=${address}`, token === undefined ? {} : { token })
      return (body as { language?: string }).language
    }
    for (let round = 0; round < 2; round++) {
      expect(await read(token)).toBe('fr')
      expect([await read(), await read(other.token)]).toEqual([undefined, undefined])
    }
    const own = await send('GET', '/profile/', { token })
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(await furrow.profile.change({ listed: false })).toMatchObject({ language: 'fr' })
    expect(await furrow.profile.change({ language: null })).not.toHaveProperty('language')
    expect(await read(token)).toBeUndefined()
    expect(await send('PUT', '/profile/', { token, body: { language: 'tlh' } })).toMatchObject({
      status: 400,
    })
  })

  test('stores nothing that only the service may say', async () => {
    const { user, send } = await startHarness()
    const { token } = user()
    const body = {
      badges: [{ id: 'first-quest' }],
      genesisDAO: { isMember: true, title: 'King' },
      codehostVerified: true,
      farmerProfile: { score: 9_999, rank: 'Master Farmer', earned: [{ token: 'ETH', amount: '1' }] },
      giverProfile: { paidRate: 1 },
    }
    const { status, body: profile } = await send('PUT', '/profile/', { token, body })
    expect(status).toBe(200)
    expect(profile).toMatchObject({ badges: [], genesisDAO: { isMember: false }, codehostVerified: false })
    expect(profile.farmerProfile).toMatchObject({ score: 0, rank: 'Seedling', earned: [] })
    expect(profile.giverProfile.paidRate).toBeNull()
  })

  test('is for one’s own profile alone', async () => {
    const { user, send } = await startHarness()
    const { token, account } = user()
    const { address } = createWallet()
    expect((await send('PUT', '/profile/', { body: {} })).status).toBe(401)
    expect((await send('PUT', '/profile/', { token, body: { address } })).status).toBe(403)
    expect((await send('PUT', `/profile/?address=${address}`, { token, body: {} })).status).toBe(403)
    expect((await send('PUT', '/profile/', { token, body: { address: account.address } })).status).toBe(200)
  })

  test.each([
    [{ codehostUsername: '' }],
    [{ codehostUsername: 7 }],
    [{ codehostUsername: '../x' }],
    [{ ensAddress: 'no spaces.eth' }],
    [{ ensAddress: 'alice' }],
    [{ ensAddress: 'a\u200dlice.eth' }],
    [{ ensAddress: 'al\u00adice.eth' }],
    [{ ensAddress: 'alice\u202e.eth' }],
    [{ codehostUsername: 'ali\u200bce' }],
    [{ farmerProfile: { guild: 'Weed\u200bers' } }],
    [{ farmerProfile: { guild: '\u202eWeeders' } }],
    [{ farmerProfile: { guild: 'We\u200ders' } }],
    [{ farmerProfile: { guild: '\ufeffWeeders' } }],
    [{ farmerProfile: 'x' }],
    [{ farmerProfile: { skills: 'x' } }],
    [{ giverProfile: { website: 'javascript:alert(1)' } }],
    [[]],
  ])('refuses %j with 400', async body => {
    const { user, send } = await shared()
    expect((await send('PUT', '/profile/', { token: user().token, body })).status).toBe(400)
  })

  test.each(['codehostUsername', 'ensAddress'])(
    'gives one %s to one of twenty who claim it at once',
    async field => {
      const { user, send } = await startHarness()
      const claim = (name: string) =>
        send('PUT', '/profile/', { token: user().token, body: { [field]: name } })
      const names = ['alice.eth', 'Alice.eth']
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => claim(names[index % 2] as string)),
      )
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
    },
  )

  test.each(['Weeders', '👩‍🌾 & 👨🏿‍🌾', 'Ünkraut ☘️', 'قلعة', '園丁'])(
    'takes the guild %j as it is',
    async guild => {
      const { user } = await shared()
      const { farmerProfile } = await user().furrow.profile.change({ farmerProfile: { guild } })
      expect(farmerProfile.guild).toBe(guild)
    },
  )

  test('shows a guild from before there was a rule for its name', async () => {
    const { user, context } = await startHarness()
    const { furrow, address } = user()
    await furrow.profile.change({ farmerProfile: { guild: 'Weeders' } })
    await context.db
      .updateTable('profiles')
      .set({ guild: 'Weed\u200bers' })
      .where('address', '=', address)
      .execute()
    expect((await furrow.profile.get()).farmerProfile.guild).toBe('Weed\u200bers')
  })

  test('two changes at once lose neither’s fields', async () => {
    const { user } = await startHarness()
    const { furrow } = user()
    for (let round = 0; round < 5; round++) {
      const [bio, photo] = [`bio ${round}`, `photo ${round}`]
      await Promise.all([
        furrow.profile.change({ farmerProfile: { bio } }),
        furrow.profile.change({ profilePhoto: photo }),
      ])
      expect(await furrow.profile.get()).toMatchObject({ profilePhoto: photo, farmerProfile: { bio } })
    }
  })
})

test('a profile counts what was done', async () => {
  const { user, clock, visitor, platform } = await startHarness()
  const [giver, farmer] = [user(), user()]
  const work = async (rewardAmount: number) => {
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      reward: `${rewardAmount} USDC`,
      rewardAmount,
    })
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    return id
  }
  const first = await work(0.1)
  const second = await work(0.2)
  clock.advance(6 * hour)
  await giver.furrow.quests.approve(first, farmer.address)
  clock.advance(2 * hour)
  await giver.furrow.quests.approve(second, farmer.address)
  const third = await work(5)
  await giver.furrow.quests.dispute(third, farmer.address, 'no')
  await user(platform).furrow.quests.resolve(third, farmer.address, 'refund')
  const fourth = await work(1)
  await giver.furrow.quests.dispute(fourth, farmer.address, 'no')
  await user(platform).furrow.quests.resolve(fourth, farmer.address, 'pay')
  await giver.furrow.quests.review(first, farmer.address, 5)
  await giver.furrow.quests.review(second, farmer.address, 4)
  await farmer.furrow.quests.review(first, giver.address, 2)

  const { farmerProfile } = await visitor.profile.get(farmer.address, { init: true })
  expect(farmerProfile).toMatchObject({
    questsAccepted: 4,
    questsCompleted: 3,
    rating: 4.5,
    earned: [{ token: 'USDC', amount: '1.3' }],
  })
  const { giverProfile, badges } = await visitor.profile.get(giver.address, { init: true })
  expect(giverProfile).toMatchObject({
    questsPosted: 4,
    questsCompleted: 3,
    rating: 2,
    paid: [{ token: 'USDC', amount: '1.3' }],
    paidRate: 0.75,
    medianReviewHours: 6,
    disputesLost: 1,
  })
  expect(badges.map(({ id }) => id)).toEqual(['first-payout'])
})
