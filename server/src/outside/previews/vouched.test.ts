import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { engine, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { day, minute } from '../../ground/clock.ts'
import { parseTrustdown, verdictsOf } from '../../ground/trustdown.ts'

async function start() {
  const github = await startGithub()
  const harness = await startHarness({ env: github.env })
  const { baseUrl, user } = harness
  const [giver, alice, bob] = [user(), user(), user()]
  await alice.furrow.profile.change({ codehostToken: people.alice })
  await bob.furrow.profile.change({ codehostToken: people.bob })
  await github.as('giver').issues.create({ owner: 'giver', repo: 'gate', title: 'Mend the gate' })
  const fetchList = () => fetch(new URL('/.well-known/vouched.td', baseUrl))
  const named = async () => {
    // It is kept for a while.
    harness.clock.advance(15 * minute)
    const lines = parseTrustdown(await (await fetchList()).text()) ?? []
    return verdictsOf(lines, new Set(['github'])).map(({ login }) => login)
  }
  const again = (person: Parameters<typeof user>[0]) => user(person).furrow
  const take = async (farmer: User) => {
    const link = { codehostRepo: 'giver/gate', codehostIssue: '1' }
    const { id } = await again(giver).quests.post({ ...sampleQuest, ...link })
    await again(farmer).quests.accept(id)
    return id
  }
  const pay = async (farmer: User, id: string) => {
    await again(giver).quests.sayPaid(id, farmer.address)
    await again(farmer).quests.confirmPayment(id)
  }
  const prove = async (farmer: User, login: 'alice' | 'bob') => {
    const id = await take(farmer)
    const pr = await github.merge(login, 'closes #1')
    await harness.visitor.verify({ repo: 'giver/gate', pr })
    return id
  }
  return { ...harness, github, giver, alice, bob, again, fetchList, named, take, pay, prove }
}

describe('GET /.well-known/vouched.td', () => {
  test('names whoever was paid for proved work, until they say no', async () => {
    const { alice, bob, giver, again, fetchList, named, pay, prove, take } = await start()
    const id = await prove(alice, 'alice')
    await again(giver).quests.approve(id, alice.address)
    expect(await named()).toEqual([])
    await pay(alice, id)
    // Work of bob's that no merge proves.
    const other = await take(bob)
    await again(bob).quests.submit(other, { note: 'done' })
    await again(giver).quests.approve(other, bob.address)
    await pay(bob, other)
    // The giver's own list is theirs: nothing of it is told here.
    await again(giver).quests.trust.save({ text: 'bob\n-mallory a heron' })
    expect(await named()).toEqual(['alice'])

    const answer = await fetchList()
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const etag = answer.headers.get('etag') ?? ''
    expect((await fetch(answer.url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const text = await answer.text()
    expect(text).toContain('\ngithub:alice\n')
    expect(text).not.toMatch(/^-|heron|mallory/m)

    await again(alice).profile.change({ vouchedListed: false })
    expect((await again(alice).profile.get(alice.address)).vouchedListed).toBe(false)
    expect((await again(bob).profile.get(alice.address)).vouchedListed).toBeUndefined()
    expect(await named()).toEqual([])
    await again(alice).profile.change({ vouchedListed: true, listed: false })
    expect(await named()).toEqual([])
    await again(alice).profile.change({ listed: true })
    expect(await named()).toEqual(['alice'])
    // A typed name is a claim.
    await again(alice).profile.change({ codehostUsername: 'somebody' })
    expect(await named()).toEqual([])
  })

  test('leaves out whoever lost a dispute within a year, and whoever is frozen', async () => {
    const { alice, giver, again, clock, named, pay, platform, prove } = await start()
    const paid = await prove(alice, 'alice')
    await again(giver).quests.approve(paid, alice.address)
    await pay(alice, paid)
    const lost = await prove(alice, 'alice')
    await again(giver).quests.dispute(lost, alice.address, 'no')
    expect(await named()).toEqual(['alice'])
    await again(platform).quests.resolve(lost, alice.address, 'refund')
    expect(await named()).toEqual([])
    clock.advance(366 * day)
    expect(await named()).toEqual([])
    clock.advance(60 * day)
    expect(await named()).toEqual(['alice'])
    const about = { kind: 'wallet', id: alice.address, reason: 'Spam.' } as const
    await again(platform).moderation.act({ action: 'freeze', ...about })
    expect(await named()).toEqual([])
  })

  test('leaves out whoever lost a dispute with the same wallet before they proved the account', async () => {
    const { alice, giver, again, named, pay, platform, prove, take } = await start()
    await again(alice).profile.change({ codehostUsername: null })
    const lost = await take(alice)
    await again(alice).quests.submit(lost, { note: 'done' })
    await again(giver).quests.dispute(lost, alice.address, 'no')
    await again(platform).quests.resolve(lost, alice.address, 'refund')
    await again(alice).profile.change({ codehostToken: people.alice })
    const paid = await prove(alice, 'alice')
    await again(giver).quests.approve(paid, alice.address)
    await pay(alice, paid)
    expect(await named()).toEqual([])
  })

  test('goes through many profiles in order', async () => {
    const { alice, context, giver, again, named, pay, prove } = await start()
    const paid = await prove(alice, 'alice')
    await again(giver).quests.approve(paid, alice.address)
    await pay(alice, paid)
    const name = engine === 'sqlite' ? sql`printf('n%05d', i)` : sql`'n' || lpad(i::text, 5, '0')`
    const from =
      engine === 'sqlite'
        ? sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < 600) select i from n) t`
        : sql`generate_series(1, 600) as t(i)`
    // Every other one has a copy of alice's work.
    await sql`insert into profiles (address, ens_address, profile_photo, bio, skills, organization, website, giver_bio,
        codehost_username, codehost_login, codehost_id, created_at, updated_at)
      select ${name}, null, '', '', '[]', '', '', '', ${name}, ${name}, ${name}, 0, 0 from ${from}`.execute(
      context.db,
    )
    const { quest_id } = await context.db
      .selectFrom('assignments')
      .select('quest_id')
      .executeTakeFirstOrThrow()
    await sql`insert into assignments (quest_id, farmer, giver, token, amount, status, accepted_at, expires_at, warned, told_at,
        untold, codehost_id, rail, proposed, idle_warned, removed, counted, received_at)
      select ${quest_id}, ${name}, ${giver.address}, 'USDC', '1', 'released', 0, 0, 0, 0, 0, ${name}, 'ledger', 0, 0, 0, 1, 1
        from ${from} where i % 2 = 0`.execute(context.db)
    const all = Array.from({ length: 300 }, (_, i) => `n${String(2 * (i + 1)).padStart(5, '0')}`)
    expect(await named()).toEqual(['alice', ...all])
  })

  test('is not there without a code host', async () => {
    const { baseUrl } = await startHarness()
    expect((await fetch(new URL('/.well-known/vouched.td', baseUrl))).status).toBe(404)
  })
})
