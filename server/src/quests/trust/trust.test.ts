import type { NewQuest } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { startTwins } from '../../../test/twins.ts'
import { hour, minute } from '../../ground/clock.ts'

const gate = { codehostRepo: 'giver/gate', codehostIssue: '1' }
const post = async (giver: User, more: Partial<NewQuest> = {}) =>
  (await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 3, ...more })).id
const vouched = { requires: { vouched: true } }
const base64 = (text: string) => ({
  type: 'file',
  encoding: 'base64',
  // Hosts break the lines.
  content: Buffer.from(text)
    .toString('base64')
    .replace(/(.{60})/g, '$1\n'),
})

async function startProved() {
  const github = await startGithub()
  const harness = await startHarness({ env: github.env })
  const [giver, alice, bob] = [harness.user(), harness.user(), harness.user()]
  await alice.furrow.profile.change({ codehostToken: people.alice })
  await bob.furrow.profile.change({ codehostToken: people.bob })
  return { github, ...harness, giver, alice, bob }
}

describe("a giver's own trust list", () => {
  test('keeps out whom it denounces, everywhere, and tells them no reason', async () => {
    const { giver, alice, bob, user } = await startProved()
    const { furrow } = giver
    expect(await furrow.quests.trust.get()).toMatchObject({ text: '', version: 0, vouched: 0, known: 0 })
    const text = '# mine\n\ngithub:Alice\n-bob sold me a heron\ngitlab:carol\n@dave\n'
    expect(await furrow.quests.trust.save({ text })).toEqual({
      ...{ text, version: 1, vouched: 1, denounced: 1, known: 2, elsewhere: 1, unread: [6] },
    })
    const id = await post(giver)
    const refused = await bob.furrow.quests.accept(id).catch(error => error)
    expect(refused).toMatchObject({ status: 403, code: 'denounced' })
    expect(refused.message).not.toContain('heron')
    expect((await bob.furrow.quests.eligibility(id)).reasons).toMatchObject([{ code: 'denounced' }])
    await alice.furrow.quests.accept(id)
    await user().furrow.quests.accept(id)

    // The quests of other givers are not concerned.
    await bob.furrow.quests.accept(await post(user()))
  })

  test('is what a quest for vouched accounts goes by', async () => {
    const { giver, alice, bob, user } = await startProved()
    await giver.furrow.quests.trust.save({ text: 'alice' })
    const id = await post(giver, vouched)
    expect((await giver.furrow.quests.get(id)).requires).toMatchObject({ vouched: true })
    await expect(bob.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'not-vouched' })
    await expect(user().furrow.quests.accept(id)).rejects.toMatchObject({ code: 'account-needed' })
    await alice.furrow.quests.accept(id)
    await giver.furrow.quests.trust.save({ text: 'bob' })
    await bob.furrow.quests.accept(id)
  })

  test('is nobody else’s to read, sealed at rest, and goes with its owner', async () => {
    const { giver, alice, context, send } = await startProved()
    await giver.furrow.quests.trust.save({ text: '-alice heron' })
    expect((await alice.furrow.quests.trust.get()).text).toBe('')
    expect((await send('GET', '/quests/trust')).status).toBe(401)
    expect(JSON.stringify(await context.db.selectFrom('trust_lists').selectAll().execute())).not.toContain(
      'heron',
    )
    await giver.furrow.account.delete({
      account: giver.account,
      signMessage: ({ message }: { message: string }) => giver.account.signMessage({ message }),
    })
    expect(await context.db.selectFrom('trust_lists').selectAll().execute()).toEqual([])
    expect(await context.db.selectFrom('trust_entries').selectAll().execute()).toEqual([])
  })

  test('has bounds, and no tab writes over the list of another', async () => {
    const { giver, send } = await startProved()
    const { trust } = giver.furrow.quests
    await expect(trust.save({ text: 'a\n'.repeat(2_001) })).rejects.toMatchObject({
      status: 400,
      code: 'trust-list-too-long',
    })
    await expect(trust.save({ text: `#${'ä'.repeat(32_768)}` })).rejects.toMatchObject({
      code: 'trust-list-too-long',
    })
    for (const text of [7, null, 'a'.repeat(65_537)])
      expect((await send('PUT', '/quests/trust', { token: giver.token, body: { text } })).status).toBe(400)
    const many = Array.from({ length: 2_000 }, (_, i) => `github:account-${i}`).join('\n')
    expect(await trust.save({ text: many, version: 0 })).toMatchObject({ vouched: 2_000, version: 1 })
    for (const version of [0, 2])
      await expect(trust.save({ text: '', version })).rejects.toMatchObject({
        status: 409,
        code: 'trust-list-outdated',
      })
    expect(await trust.save({ text: '' })).toMatchObject({ vouched: 0, version: 2 })
  })

  test('survives first saves of two processes at once', async () => {
    const [one, two] = await startTwins()
    const giver = one.user()
    const other = two.user(giver)
    await Promise.all(
      [giver, other, giver, other].map(({ furrow }, i) =>
        furrow.quests.trust.save({ text: `alice\nbob-${i}` }),
      ),
    )
    expect(await giver.furrow.quests.trust.get()).toMatchObject({ vouched: 2, version: 4 })
  })
})

describe('a line about an account that was renamed', () => {
  const rename = (github: Awaited<ReturnType<typeof startGithub>>, names: Record<string, string>) => {
    github.change = (path, body) => {
      if (path === '/user') body.login = names[String(body.login)] ?? body.login
    }
  }

  test('stays with the account, and gives nothing to who has the name now', async () => {
    const { github, giver, alice, bob } = await startProved()
    await giver.furrow.quests.trust.save({ text: 'alice' })
    rename(github, { alice: 'alice-2', bob: 'alice' })
    await bob.furrow.profile.change({ codehostToken: people.bob })
    await alice.furrow.profile.change({ codehostToken: people.alice })
    const id = await post(giver, vouched)
    await expect(bob.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'not-vouched' })
    await alice.furrow.quests.accept(id)
    // Saved once more, the line is still the same.
    await giver.furrow.quests.trust.save({ text: 'alice\n# and nobody else' })
    await expect(bob.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'not-vouched' })
    // A new line is about who has the name by then.
    await giver.furrow.quests.trust.save({ text: '' })
    await giver.furrow.quests.trust.save({ text: 'alice' })
    await bob.furrow.quests.accept(id)
  })

  test('is about the first one who proves the name, where nobody had', async () => {
    const github = await startGithub()
    const { user } = await startHarness({ env: github.env })
    const [giver, alice, bob] = [user(), user(), user()]
    await giver.furrow.quests.trust.save({ text: 'alice\n-bob' })
    await alice.furrow.profile.change({ codehostToken: people.alice })
    rename(github, { alice: 'alice-2', bob: 'alice' })
    await bob.furrow.profile.change({ codehostToken: people.bob })
    const id = await post(giver, vouched)
    await expect(bob.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'not-vouched' })
    await alice.furrow.quests.accept(id)
  })

  test('does not trust a name that was only typed', async () => {
    const github = await startGithub()
    const { user } = await startHarness({ env: github.env })
    const [giver, mallory] = [user(), user()]
    await giver.furrow.quests.trust.save({ text: 'alice' })
    await mallory.furrow.profile.change({ codehostUsername: 'alice' })
    const id = await post(giver, vouched)
    await expect(mallory.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'account-needed' })
  })
})

describe("a repository's trust list", () => {
  const put = async (
    github: Awaited<ReturnType<typeof startGithub>>,
    text: string,
    path = '.github/VOUCHED.td',
  ) => {
    const owner = github.as('giver')
    const at = { owner: 'giver', repo: 'gate', path }
    const { data } = await owner.repos.getContent(at).catch(() => ({ data: null }))
    await owner.repos.createOrUpdateFileContents({
      ...at,
      message: 'Vouch',
      content: Buffer.from(text).toString('base64'),
      ...(data !== null && !Array.isArray(data) && { sha: data.sha }),
    })
  }
  const reads = (github: { asked: string[] }) =>
    github.asked.filter(path => path.includes('/contents/')).length

  test('is read at most hourly, and the giver’s own word comes first', async () => {
    const { github, giver, alice, bob, clock, user } = await startProved()
    await put(github, '# maintainers\nalice\n-bob')
    const id = await post(giver, { ...gate, ...vouched })
    expect((await alice.furrow.quests.eligibility(id)).mayTake).toBe(true)
    await expect(bob.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'denounced' })
    const asked = reads(github)
    expect(asked).toBeGreaterThan(0)
    await put(github, 'bob')
    await alice.furrow.quests.eligibility(id)
    clock.advance(hour - minute)
    await user(alice).furrow.quests.eligibility(id)
    expect(reads(github)).toBe(asked)
    clock.advance(minute)
    const [a, b] = [user(alice), user(bob)]
    const [, afterwards] = await Promise.all([
      b.furrow.quests.eligibility(id),
      a.furrow.quests.eligibility(id),
    ])
    expect(afterwards.reasons).toMatchObject([{ code: 'not-vouched' }])
    expect(reads(github)).toBe(2 * asked)
    await user(giver).furrow.quests.trust.save({ text: 'alice\n-bob' })
    await expect(b.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'denounced' })
    await a.furrow.quests.accept(id)
  })

  test('counts only in quests that ask for it', async () => {
    const { github, giver, bob } = await startProved()
    await put(github, '-bob')
    const asked = reads(github)
    await bob.furrow.quests.accept(await post(giver, gate))
    expect(reads(github)).toBe(asked)
  })

  test('that was never read is a reason to try again; the one read last counts through an outage', async () => {
    const { github, giver, alice, bob, clock, user } = await startProved()
    await put(github, 'alice', 'VOUCHED.td')
    github.mode = 'down'
    const id = await post(giver, { ...gate, ...vouched })
    await expect(alice.furrow.quests.accept(id)).rejects.toMatchObject({
      status: 503,
      code: 'trust-list-unread',
      retryAfter: expect.any(Number),
    })
    const asked = github.asked.length
    await expect(bob.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'trust-list-unread' })
    expect(github.asked).toHaveLength(asked)
    github.mode = 'pass'
    clock.advance(minute)
    await user(alice).furrow.quests.accept(id)
    clock.advance(2 * hour)
    github.mode = 'limited'
    await expect(user(bob).furrow.quests.accept(id)).rejects.toMatchObject({ code: 'not-vouched' })
  })

  test('that is missing, or too long, vouches for nobody', async () => {
    const { github, giver, alice, clock, user } = await startProved()
    const id = await post(giver, { ...gate, ...vouched })
    await expect(alice.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'not-vouched' })
    await put(github, `alice\n${'# more\n'.repeat(2_001)}`)
    clock.advance(hour)
    await expect(user(alice).furrow.quests.accept(id)).rejects.toMatchObject({ code: 'not-vouched' })
  })

  test.each([
    ['gitea', '/api/v1/repos/giver/gate/contents/.github/VOUCHED.td', 'forgejo:alice'],
    ['gitlab', '/api/v4/projects/giver%2Fgate/repository/files/.github%2FVOUCHED.td', 'gitlab:alice'],
  ])('is read at %s, too', async (kind, path, text) => {
    const host = await startJsonHost({ [`GET ${path}`]: base64(`${text}\n-mallory ${'x'.repeat(99)}`) })
    const env = { CODEHOST_KIND: kind, CODEHOST_URL: host.url, CODEHOST_TOKEN: 't' }
    const { context, user } = await startHarness({ env })
    const [giver, alice] = [user(), user()]
    for (const [url, answer] of [
      ['/api/v1/user', { id: 7, login: 'Alice' }],
      ['/api/v4/user', { id: 7, username: 'Alice' }],
    ] as const)
      host.answers[`GET ${url}`] = answer
    await alice.furrow.profile.change({ codehostToken: 'mine' })
    await alice.furrow.quests.accept(await post(giver, { ...gate, ...vouched }))
    const [read] = await context.db.selectFrom('trust_reads').selectAll().execute()
    expect(read).toMatchObject({ repo_key: 'giver/gate', path: '.github/VOUCHED.td' })
    expect(
      await context.db
        .selectFrom('trust_entries')
        .select(['login', 'account_id'])
        .orderBy('position')
        .execute(),
    ).toEqual([
      { login: 'alice', account_id: '7' },
      { login: 'mallory', account_id: null },
    ])
  })

  test('cannot be asked for where there is no code host', async () => {
    const { user } = await startHarness()
    await expect(post(user(), vouched)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('vouched'),
    })
  })
})
