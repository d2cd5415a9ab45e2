import { describe, expect, test } from 'vitest'
import {
  type Harness,
  postgresUrl,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { pinWork } from '../../quests/codehost/pin-work.ts'
import { changeProfile } from './change.ts'
import { readOwnProfile } from './profile.ts'

/** All changes of what is shown of a person, each by another service than the one that shows it. */
const changes: Readonly<Record<string, (there: Harness, person: User, friend: User) => Promise<unknown>>> = {
  'a word about themselves': (_, { furrow }) => furrow.profile.change({ farmerProfile: { bio: 'I mow.' } }),
  'another word in the same moment': (_, { furrow }) =>
    furrow.profile.change({ farmerProfile: { bio: 'I sow.' } }),
  'a guild': (_, { furrow }) => furrow.profile.change({ farmerProfile: { guild: 'Weeders' } }),
  'an account': (_, { furrow }) => furrow.profile.change({ codehostUsername: 'weeder' }),
  'a name': (_, { furrow }) => furrow.profile.change({ ensAddress: 'weeder.eth' }),
  'a quest of their own': (_, { furrow }) => furrow.quests.post(sampleQuest),
  'work that was paid, and its review': async (_, person, friend) => {
    const { id } = await friend.furrow.quests.post(sampleQuest)
    await person.furrow.quests.accept(id)
    await person.furrow.quests.submit(id, { note: 'done' })
    await friend.furrow.quests.approve(id, person.address)
    await friend.furrow.quests.review(id, person.address, 5, 'Straight rows.')
  },
  'work that they paid for': async (_, person, friend) => {
    const { id } = await person.furrow.quests.post(sampleQuest)
    await friend.furrow.quests.accept(id)
    await friend.furrow.quests.submit(id, { note: 'done' })
    await person.furrow.quests.approve(id, friend.address)
  },
  'a title in the DAO': ({ genesis, user }, { address }) =>
    user(genesis).furrow.communityDao.change({ members: [{ address, title: 'Weeder' }] }),
}

describe('what is shown of a person', () => {
  test('is at once what another service has changed', async () => {
    const env = await takeSharedDatabase()
    const here = await startHarness({ env })
    const there = await startHarness({ env: { ...here.env, ...env }, clock: here.clock })
    const [person, friend] = [there.user(), there.user()]
    await person.furrow.profile.get(undefined, { init: true })
    for (const [what, change] of Object.entries(changes)) {
      const paths = [`/profile/?address=${person.address}`, `/reputation?address=${person.address}`]
      // Kept from here on, and asked for again.
      for (const path of [...paths, ...paths]) await here.send('GET', path)
      await change({ ...there, genesis: here.genesis }, person, friend)
      for (const path of paths) {
        const fresh = await startHarness({ env: { ...here.env, ...env }, clock: here.clock })
        expect((await here.send('GET', path)).body, `${what} ${path}`).toEqual(
          (await fresh.send('GET', path)).body,
        )
      }
    }
  })

  test('takes two looks into the database at most, and one where it is the same', async () => {
    const harness = await startHarness()
    const { address, furrow } = harness.user()
    await furrow.quests.post(sampleQuest)
    await furrow.profile.change({ farmerProfile: { bio: 'I mow.' } })
    const { statements } = watchDatabase()
    const count = async (path: string) => {
      const before = statements.length
      await harness.send('GET', path)
      return statements.length - before
    }
    expect(await count(`/profile/?address=${address}`)).toBe(2)
    expect(await count(`/profile/?address=${address}`)).toBe(1)
    // At the same time as each other, the second time.
    expect(await count(`/reputation?address=${address}`)).toBeLessThanOrEqual(5)
    expect(await count(`/reputation?address=${address}`)).toBe(1)
  })

  test('is looked up once for all who ask at the same moment', async () => {
    const harness = await startHarness()
    const { address, furrow } = harness.user()
    await furrow.profile.change({ farmerProfile: { bio: 'I mow.' } })
    const { statements } = watchDatabase()
    // In one turn, which requests over HTTP on SQLite seldom share.
    await Promise.all(Array.from({ length: 50 }, () => readOwnProfile(harness.context, address)))
    expect(statements).toHaveLength(2)
  })
})

describe('what several people say of themselves at once', () => {
  test('is written together, and each is answered for themselves', async () => {
    const { context, user } = await startHarness()
    const people = Array.from({ length: 40 }, () => user())
    const { statements } = watchDatabase()
    const answers = await Promise.all(
      people.map(({ address }, index) =>
        changeProfile(context, address, { farmerProfile: { bio: `Field ${index}` } }, pinWork),
      ),
    )
    expect(answers.map(({ farmerProfile }) => farmerProfile.bio)).toEqual(
      people.map((_, index) => `Field ${index}`),
    )
    // PostgreSQL has them in one statement, which is its own commit; SQLite a row at a time, in one transaction.
    const inserts = statements.filter(({ sql }) => sql.includes('insert into "profiles"'))
    const commits = statements.filter(({ sql }) => sql === 'commit')
    expect((postgresUrl ? inserts : commits).length).toBe(1)
  })

  test('keeps the fields that it does not speak of, of one person too', async () => {
    const { user, visitor } = await startHarness()
    const { furrow, address } = user()
    const said = [
      { farmerProfile: { bio: 'I mow.' } },
      { farmerProfile: { skills: ['mowing'] } },
      { giverProfile: { organization: 'The lower field' } },
      { profilePhoto: 'https://example.org/me.png' },
    ]
    await Promise.all(said.map(change => furrow.profile.change(change)))
    expect(await visitor.profile.get(address)).toMatchObject({
      profilePhoto: 'https://example.org/me.png',
      farmerProfile: { bio: 'I mow.', skills: ['mowing'] },
      giverProfile: { organization: 'The lower field' },
    })
  })

  test('has the skills of nobody looked at, or locked, who says the same ones again', async () => {
    const { context, user } = await startHarness()
    const people = Array.from({ length: 20 }, () => user())
    const say = (bio: string) =>
      Promise.all(
        people.map(({ address }) =>
          changeProfile(context, address, { farmerProfile: { bio, skills: ['mowing'] } }, pinWork),
        ),
      )
    await say('I mow.')
    const { statements } = watchDatabase()
    const answers = await say('I mow and sow.')
    expect(statements.filter(({ sql }) => /found_skills, |profile_skills|for update/.test(sql))).toEqual([])
    expect(new Set(answers.map(({ farmerProfile }) => farmerProfile.bio))).toEqual(
      new Set(['I mow and sow.']),
    )
  })
})
