import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { type JsonHost, startJsonHost } from '../../../test/json-host.ts'
import { readCoAuthors } from '../../ground/clients/codehost/co-authors.ts'

const sha = 'a'.repeat(40)
const mergedAt = '2026-03-01T12:30:00Z'
const pulls = {
  gitea: '/api/v1/repos/farm/gate/pulls/12',
  gitlab: '/api/v4/projects/9/merge_requests/12',
} as const
type Kind = keyof typeof pulls

const answers = (kind: Kind, isPublic: boolean) =>
  ({
    gitea: {
      'GET /api/v1/user': { id: 5, login: 'alice' },
      [`GET ${pulls.gitea}`]: {
        id: 501,
        number: 12,
        user: { id: 5, login: 'alice' },
        title: 'Work',
        body: '',
        merged: true,
        merged_at: mergedAt,
        merge_commit_sha: sha,
        merged_by: { id: 6, login: 'giver' },
        base: {
          ref: 'main',
          repo: { id: 9, full_name: 'farm/gate', default_branch: 'main', private: !isPublic },
        },
      },
    },
    gitlab: {
      'GET /api/v4/user': { id: 5, username: 'alice' },
      'GET /api/v4/projects/farm%2Fgate': {
        id: 9,
        path_with_namespace: 'farm/gate',
        default_branch: 'main',
        visibility: isPublic ? 'public' : 'internal',
      },
      [`GET ${pulls.gitlab}`]: {
        id: 501,
        iid: 12,
        state: 'merged',
        merged_at: mergedAt,
        merge_commit_sha: sha,
        target_branch: 'main',
        author: { id: 5, username: 'alice' },
        merge_user: { id: 6, username: 'giver' },
        title: 'Work',
      },
    },
  })[kind]

/** The commits of the pull request, as each host shows them. */
function withCommits(host: JsonHost, kind: Kind, messages: readonly string[]): void {
  const commits = {
    gitea: messages.map(message => ({ commit: { message } })),
    gitlab: messages.map(message => ({ message })),
  }
  host.answers = { ...host.answers, [`GET ${pulls[kind]}/commits`]: commits[kind] }
}

async function start(kind: Kind, isPublic = true) {
  const host = await startJsonHost(answers(kind, isPublic))
  const env = { CODEHOST_KIND: kind, CODEHOST_URL: host.url, CODEHOST_TOKEN: 't' }
  const harness = await startHarness({ env })
  const alice = await proved(harness)
  const giver = harness.user()
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, codehostRepo: 'farm/gate' })
  await alice.furrow.quests.accept(id)
  return { host, harness, alice, giver, id }
}

async function proved({ user }: Harness): Promise<User> {
  const farmer = user()
  await farmer.furrow.profile.change({ codehostToken: 'theirs' })
  return farmer
}

const leave = ({ account, furrow }: User) =>
  furrow.account.delete({ account, signMessage: ({ message }) => account.signMessage({ message }) })

const trailer = (name: string, email: string) => `Co-authored-by: ${name} <${email}>`

describe.each(['gitea', 'gitlab'] as const)('co-authors of a merge at %s', kind => {
  const own = kind === 'gitea' ? '7+bob@users.noreply.127.0.0.1' : '7-bob@users.noreply.127.0.0.1'

  test('are shown at the place, by one request, and decide nothing', async () => {
    const { host, harness, alice, giver, id } = await start(kind)
    withCommits(host, kind, [
      `Mend the gate\n\n${trailer('Bob', own)}\n${trailer('Ann of the Hill', 'CANARY@example.org')}`,
      `Oil it\n\n${trailer('Robert', own)}\n${trailer('Alice', own.replace('7', '5').replace('bob', 'alice'))}`,
    ])
    host.asked.length = 0
    const verification = await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })
    expect(verification.farmer).toBe(alice.account.address)
    expect(await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })).toEqual(verification)
    expect(host.asked.filter(asked => asked.endsWith('/commits'))).toHaveLength(1)
    const [place] = (await harness.visitor.quests.get(id)).farmers
    const unproved = { name: 'Bob', login: 'bob', address: null }
    expect(place?.coAuthors).toMatchObject([unproved, { name: 'Ann of the Hill' }])
    host.answers = {
      ...host.answers,
      'GET /api/v1/user': { id: 7, login: 'bob' },
      'GET /api/v4/user': { id: 7, username: 'bob' },
    }
    const bob = await proved(harness)
    const named = [
      { name: 'Bob', login: 'bob', address: bob.account.address },
      { name: 'Ann of the Hill', login: null, address: null },
    ]
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([
      { address: alice.account.address, coAuthors: named },
    ])
    const { items: desk } = await giver.furrow.quests.desk(id)
    expect(desk.places).toMatchObject([{ coAuthors: named }])
    const kept = await harness.context.db.selectFrom('co_authors').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain('CANARY')

    await bob.furrow.profile.change({ codehostUsername: null })
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([
      { coAuthors: [unproved, named[1]] },
    ])
    await bob.furrow.profile.change({ codehostToken: 'theirs' })
    await leave(bob)
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([{ coAuthors: [named[1]] }])
  })

  test('are not looked for in a repository that not everyone may read', async () => {
    const { host, harness, id } = await start(kind, false)
    withCommits(host, kind, [`Work\n\n${trailer('Bob', own)}`])
    await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })
    expect(host.asked.filter(asked => asked.endsWith('/commits'))).toEqual([])
    expect((await harness.visitor.quests.get(id)).farmers[0]).not.toHaveProperty('coAuthors')
  })

  test('that the host does not tell change nothing about the proof', async () => {
    const { host, harness, alice, id } = await start(kind)
    host.answers = { ...host.answers, [`GET ${pulls[kind]}/commits`]: { message: 'Server Error' } }
    const verification = await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })
    expect(verification).toMatchObject({ farmer: alice.account.address, status: 'in-review' })
    expect((await harness.visitor.quests.get(id)).farmers[0]).not.toHaveProperty('coAuthors')
  })

  test('go with the farmer whose work it was', async () => {
    const { host, harness, alice, giver, id } = await start(kind)
    withCommits(host, kind, [`Work\n\n${trailer('Bob', own)}`])
    await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })
    await giver.furrow.quests.approve(id, alice.address)
    await harness.runDue()
    await leave(alice)
    expect(await harness.context.db.selectFrom('co_authors').selectAll().execute()).toEqual([])
  })
})

test('co-authors of a merge at GitHub are read from its own list of commits', async () => {
  const github = await startGithub()
  const harness = await startHarness({ env: github.env })
  const alice = harness.user()
  await alice.furrow.profile.change({ codehostToken: people.alice })
  const { id } = await harness.user().furrow.quests.post({ ...sampleQuest, codehostRepo: 'giver/gate' })
  await alice.furrow.quests.accept(id)
  const message = `Mend\n\n${trailer('Ann', 'ann@example.org')}`
  const pr = await github.merge('alice', 'The gate', { message })
  await harness.visitor.verify({ repo: 'giver/gate', pr })
  expect(github.asked).toContain(
    `GET /repos/giver/gate/pulls/${pr}/commits?per_page=100&limit=100&verification=false&files=false`,
  )
  expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([
    { coAuthors: [{ name: 'Ann', login: null, address: null }] },
  ])
})

describe('trailers', () => {
  const noReply = { hostname: 'github.com', separator: '+' } as const
  const read = (...messages: string[]) => readCoAuthors(messages, noReply, '1')
  const ann = { name: 'Ann', login: null, id: null }

  test.each([
    ['in any case and spacing', ['Work\n\nco-authored-by:Ann <ann@example.org>  '], [ann]],
    ['of the last paragraph alone', [`${trailer('Ann', 'a@b.org')}\n\nThat was the draft.`], []],
    ['with carriage returns', [`Work\r\n\r\n${trailer('Ann', 'a@b.org')}\r\n`], [ann]],
    ['that name somebody twice', [trailer('Ann', 'a@b.org'), trailer('A.', 'A@b.org')], [ann]],
    ['of the author', [trailer('Me', '1+me@users.noreply.github.com')], []],
    ['that hold an address for a name', [trailer('a@b.org', 'a@b.org')], []],
    ['with signs that nobody sees', [trailer('A\u202en\u0007n', 'a@b.org')], [ann]],
    [
      'with an address of the host',
      [trailer('a@b.org', '22+ann@users.noreply.github.com'), trailer('B', 'bob@users.noreply.github.com')],
      [
        { name: 'ann', login: 'ann', id: '22' },
        { name: 'B', login: 'bob', id: null },
      ],
    ],
    [
      'with an address that only looks like the host’s',
      [trailer('Ann', '22+ann@users.noreply.github.com.example.org')],
      [ann],
    ],
  ])('%s', (_, messages, named) => expect(read(...messages)).toEqual(named))

  test('name at most ten people, in a hundred letters each', () => {
    const all = Array.from({ length: 30 }, (_, index) => trailer('n'.repeat(300), `${index}@b.org`))
    const named = read(all.join('\n'))
    expect(named.map(({ name }) => name.length)).toEqual(Array.from({ length: 10 }, () => 100))
  })
})
