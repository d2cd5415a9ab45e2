import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, people, startGithub } from '../../../test/github.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'

const gate = { owner: 'giver', repo: 'gate' }
const issue = { ...gate, issue_number: 1 }
const linked = { ...sampleQuest, maxFarmers: 1, codehostRepo: 'giver/gate', codehostIssue: '1' }

async function start() {
  const github = await startGithub()
  const owner = github.as('giver')
  await owner.issues.create({ ...gate, title: 'The gate squeaks' })
  await owner.repos.addCollaborator({ ...gate, username: 'service', permission: 'push' })
  const harness = await startHarness({ env: { ...github.env, CODEHOST_BOT: 'true' } })
  const giver = await link(harness, 'giver')
  const row = { repo_key: 'giver/gate', at: 0 }
  await harness.context.db
    .insertInto('bot_writers')
    .values({ ...row, address: giver.address })
    .execute()
  return { github, harness, giver }
}

type Started = Awaited<ReturnType<typeof start>>

async function link({ user }: Harness, person: Person): Promise<User> {
  const linked = user()
  await linked.furrow.profile.change({ codehostToken: people[person] })
  return linked
}

let texts = 0

/** As the host tells of a comment, by the account with this number, whatever it is called by now. */
async function write(
  { harness }: Started,
  author: { id: number; login: string },
  body: string,
  { id = ++texts, secret = 'CANARY-webhook' } = {},
) {
  const text = JSON.stringify({
    action: 'created',
    issue: { number: 1 },
    comment: { id, body, user: author },
    repository: { id: 1, full_name: 'giver/gate' },
  })
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issue_comment',
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
  }
  const answer = await harness.send('POST', '/codehost/webhook', { body: text, headers })
  for (const _ of [1, 2, 3]) await harness.runDue()
  return answer
}

async function accountOf({ github }: Started, person: Person) {
  const { data } = await github.as(person).users.getAuthenticated()
  return { id: data.id, login: data.login }
}

test('a farmer takes a place and gives it back in the issue, once they turned that on', async () => {
  const all = await start()
  const { github, harness, giver } = all
  const { id } = await giver.furrow.quests.post(linked)
  const alice = await link(harness, 'alice')
  const bob = await link(harness, 'bob')
  const [hers, his] = [await accountOf(all, 'alice'), await accountOf(all, 'bob')]
  const farmers = async () =>
    (await harness.visitor.quests.get(id)).farmers.flatMap(({ address, status }) =>
      status === 'accepted' ? [address] : [],
    )
  const said = async () =>
    (await github.as('giver').issues.listComments(issue)).data.flatMap(({ body }) => body ?? []).join('\n')

  // Not for everybody: an unknown account, and one whose owner did not turn it on, get no word.
  github.asked.length = 0
  await write(all, { id: 999, login: 'alice' }, '/take')
  await write(all, hers, '/take')
  expect(await farmers()).toEqual([])
  // The repository's number alone, once.
  expect(github.asked).toEqual(['GET /repos/giver/gate'])

  expect(await alice.furrow.profile.change({ codehostCommands: true })).toMatchObject({
    codehostCommands: true,
  })
  expect(await harness.visitor.profile.get(alice.address)).not.toHaveProperty('codehostCommands')
  const taken = { id: ++texts }
  expect((await write(all, { ...hers, login: 'renamed' }, '/take', taken)).body).toEqual({ command: 'take' })
  expect(await farmers()).toEqual([alice.account.address])
  expect(await said()).toContain('): taken')

  // The rules of every place: there is none for another farmer, and the one comment says so.
  await bob.furrow.profile.change({ codehostCommands: true })
  await write(all, his, '/take')
  expect(await farmers()).toEqual([alice.account.address])
  expect(await said()).toMatch(/`bob`: .*(?:place|taken|full)/i)
  expect((await github.as('giver').issues.listComments(issue)).data).toHaveLength(1)
  await write(all, his, '/drop')
  expect(await farmers()).toHaveLength(1)

  await write(all, hers, '/drop')
  expect(await farmers()).toEqual([])
  expect(await said()).toContain('write `/take` here')

  // Replayed and forged, it is nothing.
  expect((await write(all, hers, '/take', taken)).body).toMatchObject({ ignored: expect.any(String) })
  expect((await write(all, hers, '/take', { id: 500, secret: 'not it' })).status).toBe(401)
  expect(await farmers()).toEqual([])

  // Frozen wallets take nothing, as everywhere.
  const platform = harness.user(harness.platform)
  await platform.furrow.moderation.act({
    action: 'freeze',
    kind: 'wallet',
    id: bob.address,
    reason: 'A test.',
  })
  await write(all, his, '/take')
  expect(await farmers()).toEqual([])

  // A command that is turned off acts no more.
  await alice.furrow.profile.change({ codehostCommands: false })
  await write(all, hers, '/take')
  expect(await farmers()).toEqual([])
})

test('a note reaches a giver who chooses, and a quest of a stranger is not taken in an issue', async () => {
  const all = await start()
  const { harness, giver } = all
  const alice = await link(harness, 'alice')
  await alice.furrow.profile.change({ codehostCommands: true })
  const hers = await accountOf(all, 'alice')
  await harness.user().furrow.quests.post(linked)
  await write(all, hers, '/take')
  const { id } = await giver.furrow.quests.post({ ...linked, admission: 'application' })
  await write(all, hers, '/take I have oil.')
  const { items } = await giver.furrow.quests.applications({ id })
  expect(items).toMatchObject([{ farmer: alice.account.address, note: 'I have oil.' }])
  await write(all, hers, '/status')
  await write(all, hers, '/drop')
  const after = await giver.furrow.quests.applications({ id })
  expect(after.items).toEqual([])
})

test('a farmer who has to answer questions is told where', async () => {
  const all = await start()
  const { github, harness, giver } = all
  const { id } = await giver.furrow.quests.post({
    ...linked,
    admission: 'application',
    questions: [{ text: 'Which [tools](https://evil.example) do you have?', required: true }],
  })
  const alice = await link(harness, 'alice')
  await alice.furrow.profile.change({ codehostCommands: true })
  await write(all, await accountOf(all, 'alice'), '/take I have tools')
  const { data } = await github.as('giver').issues.listComments(issue)
  const said = data.flatMap(({ body }) => body ?? []).join('\n')
  expect(said).toContain('question 1 needs an answer.')
  expect(said).toMatch(
    new RegExp(`\\[Answer it on the quest’s page\\]\\(http[^)]*/quests/${id}\\), and apply there\\.`),
  )
  expect(said).not.toContain('evil')
  expect((await giver.furrow.quests.applications({ id })).items).toEqual([])
})

test('where an issue has several quests, a command takes one place, and gives back the own one', async () => {
  const all = await start()
  const { harness, giver } = all
  const ids: string[] = []
  for (let count = 0; count < 2; count++) {
    ids.push((await giver.furrow.quests.post(linked)).id)
    harness.clock.advance(1)
  }
  const [one = '', two = ''] = ids
  const [alice, bob] = [await link(harness, 'alice'), await link(harness, 'bob')]
  await alice.furrow.profile.change({ codehostCommands: true })
  const hers = await accountOf(all, 'alice')
  const holders = async () =>
    Promise.all(
      ids.map(async id =>
        (await harness.visitor.quests.get(id)).farmers.flatMap(({ address, status }) =>
          status === 'accepted' ? [address] : [],
        ),
      ),
    )
  await write(all, hers, '/take')
  expect(await holders()).toEqual([[alice.account.address], []])
  await alice.furrow.quests.withdraw(one)
  await bob.furrow.quests.accept(one)
  await alice.furrow.quests.accept(two)
  await write(all, hers, '/drop')
  expect(await holders()).toEqual([[bob.account.address], []])
})

test('nobody takes a place by a command in a repository that told the service to be quiet', async () => {
  const all = await start()
  const { harness, giver } = all
  const { id } = await giver.furrow.quests.post(linked)
  const alice = await link(harness, 'alice')
  await alice.furrow.profile.change({ codehostCommands: true })
  await harness.context.db.insertInto('bot_silences').values({ repo_key: 'giver/gate', at: 0 }).execute()
  await write(all, await accountOf(all, 'alice'), '/take')
  expect((await harness.visitor.quests.get(id)).farmers).toEqual([])
})
