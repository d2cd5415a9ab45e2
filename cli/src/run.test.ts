import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FurrowError, type KeyRequest } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startServer } from '../../sdk/src/test/server.ts'
import { day, instant } from '../../server/src/ground/clock.ts'
import { hasChain } from '../../server/test/chain.ts'
import { startGithub } from '../../server/test/github.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../server/test/harness.ts'
import { startWithPull } from '../../server/test/play-tools.ts'
import { makeProvedAndPaid } from '../../server/test/proved-and-paid.ts'
import { startRail, two } from '../../server/test/rail.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { run } from './run.ts'
import { settingsFile } from './settings.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** A terminal with a home of its own; gives what a command line said, and its code. */
function terminal(
  env: Record<string, string>,
  input = '',
  signal = new AbortController().signal,
  openPage = (_address: string) => {},
) {
  return async (...args: string[]) => {
    let [out, err] = ['', '']
    const code = await run(args, {
      env,
      signal,
      out: text => {
        out += text
      },
      err: text => {
        err += text
      },
      readInput: async () => input,
      openPage,
    })
    return { code, out, err, json: () => JSON.parse(out) }
  }
}

async function keyOf({ furrow, account }: User, scopes: ('read' | 'take' | 'give' | 'mail')[]) {
  const signMessage = ({ message }: { message: string }) => account.signMessage({ message })
  return (await furrow.keys.make({ account, signMessage }, { name: 'cli', scopes, days: 7 })).key
}

/** A terminal of somebody who has a key with all that a command needs. */
async function signedIn(harness: Harness, user: User) {
  const key = await keyOf(user, ['read', 'take', 'give', 'mail'])
  return terminal({ HOME: home(), FURROW_URL: harness.baseUrl, FURROW_KEY: key })
}

describe('furrow', () => {
  test('saves a trust list from a file or its input, and shows it', async () => {
    const harness = await startHarness()
    const key = await keyOf(harness.user(), ['read', 'give'])
    const env = { HOME: home(), FURROW_URL: harness.baseUrl, FURROW_KEY: key }
    const file = join(env.HOME, 'list.td')
    writeFileSync(file, '# whom I know\n@nobody\n')
    const ask = terminal(env, '-bob a \u001b[31mreason\n')
    expect(await ask('trust', 'save', file)).toMatchObject({
      code: 0,
      out: 'Saved: 0 vouched for, 0 denounced, 0 of them proved here.\nLines that name nobody: 2\n',
    })
    expect((await ask('trust', 'show')).out).toBe('# whom I know\n@nobody\n')
    expect((await ask('trust', 'save', '-', '--json')).json()).toMatchObject({ version: 2 })
    expect((await ask('trust', 'show')).out).not.toContain('\u001b')
    expect((await ask('trust', 'save', join(env.HOME, 'none.td'))).code).toBe(exitCodes.usage)
  })

  test('takes a quest from its post to its hand-in, as tables and as JSON', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const [ofGiver, ofFarmer] = [await signedIn(harness, giver), await signedIn(harness, farmer)]
    const quest = ['--title', 'Fix the gate', '--description', 'It does not close.', '--reward', '100 USDC']
    const posted = (await ofGiver('quests', 'post', ...quest, '--skills', 'wood, iron', '--json')).json()
    expect(posted).toMatchObject({ skills: ['wood', 'iron'], rewardAmount: 100, maxFarmers: 1 })

    const list = await ofFarmer('quests', 'list', '--skill', 'wood')
    expect(list).toMatchObject({ code: 0, err: '' })
    expect(list.out).toContain(`${posted.id}  Fix the gate  100 USDC  0/1     open`)
    expect((await ofFarmer('quests', 'show', posted.id)).out).toContain(posted.updatedAt)

    expect((await ofFarmer('quests', 'take', posted.id)).out).toContain('You have a place in "Fix the gate"')
    expect((await ofFarmer('quests', 'drop', posted.id)).code).toBe(0)
    await ofFarmer('quests', 'take', posted.id, '--as-of', posted.updatedAt)
    await ofFarmer('quests', 'submit', posted.id, '--note', 'It closes.')
    expect((await giver.furrow.quests.get(posted.id)).farmers).toMatchObject([
      { address: farmer.account.address, submission: { note: 'It closes.' } },
    ])
    const tasks = await ofGiver('tasks')
    expect(tasks.out).toContain('review')
    expect((await ofGiver('tasks', '--json')).json()).toHaveProperty('tasks.0.questId', posted.id)
    expect((await ofFarmer('mail')).code).toBe(0)

    expect((await ofGiver('quests', 'approve', posted.id, farmer.address)).out).toContain('is released')
    const due = await ofGiver('due', '--token', 'USDC')
    expect(due.out).toContain(farmer.account.address)
    expect(due.out).toContain('In all: 100 USDC (1)')
    expect((await ofGiver('due', '--json')).json()).toHaveProperty('works.0.questId', posted.id)
    const paid = await ofGiver('paid', `0x${'1'.repeat(64)}`, '--json')
    expect(paid.json().works).toMatchObject([
      { questId: posted.id, status: 'refused', code: 'token-unsearchable' },
    ])
    expect((await ofGiver('paid', '0x1', '--chain', 'one')).code).toBe(exitCodes.usage)
  })

  test('proposes a part of the reward to the other side, which agrees', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const [ofGiver, ofFarmer] = [await signedIn(harness, giver), await signedIn(harness, farmer)]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'The half of it.' })
    const place = [id, farmer.account.address]
    expect((await ofFarmer('quests', 'propose-part', ...place)).code).toBe(exitCodes.usage)
    expect((await ofFarmer('quests', 'propose-part', ...place, '--share', '2')).code).toBe(exitCodes.refused)
    const word = ['--note', 'The hinge is still to come.']
    expect((await ofFarmer('quests', 'propose-part', ...place, '--share', '0.6', ...word)).out).toContain(
      'was told',
    )
    expect((await ofGiver('quests', 'agree', ...place, '--share', '0.5')).code).toBe(exitCodes.refused)
    expect((await ofGiver('quests', 'agree', ...place, '--share', '0.6')).out).toContain('is released')
    expect((await giver.furrow.quests.get(id)).farmers).toMatchObject([{ paid: '60' }])
  })

  test('shares a place with others, who agree or refuse', async () => {
    const harness = await startHarness()
    const [giver, farmer, member] = [harness.user(), harness.user(), harness.user()]
    const [ofFarmer, ofMember] = [await signedIn(harness, farmer), await signedIn(harness, member)]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    const half = (of: { address: string }) => ['--member', `${of.address}=0.5`]
    expect((await ofFarmer('quests', 'share', id, '--member', member.address)).code).toBe(exitCodes.usage)
    expect((await ofFarmer('quests', 'share', id, ...half(member))).code).toBe(exitCodes.refused)
    expect((await ofFarmer('quests', 'share', id, ...half(farmer), ...half(member))).out).toContain(
      'is shared once',
    )
    expect((await ofMember('quests', 'agree-to-share', id, farmer.address)).code).toBe(exitCodes.usage)
    expect((await ofMember('quests', 'agree-to-share', id, farmer.address, '--share', '0.5')).out).toContain(
      'You agreed',
    )
    expect((await ofMember('quests', 'refuse-share', id, farmer.address)).out).toContain(
      'not shared any more',
    )
    expect((await ofFarmer('quests', 'share', id)).out).toContain('yours alone')
  })

  test('adds to the reward of somebody else’s quest, objects to work, and stops where nobody has a place', async () => {
    const harness = await startHarness()
    const [giver, farmer, backer] = [harness.user(), harness.user(), harness.user()]
    const [ofGiver, ofBacker] = [await signedIn(harness, giver), await signedIn(harness, backer)]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    expect((await ofBacker('quests', 'back', id, 'much')).code).toBe(exitCodes.refused)
    expect((await ofBacker('quests', 'back', id, '20')).out).toContain('Each place has 120 USDC now.')
    expect((await ofBacker('quests', 'stop-backing', id)).out).toContain('Each place has 100 USDC now.')
    await ofBacker('quests', 'back', id, '30')
    expect((await ofGiver('quests', 'stop-backing', id, '--backer', backer.address)).out).toContain(
      'adds nothing',
    )
    await ofBacker('quests', 'back', id, '40')
    await farmer.furrow.quests.accept(id)
    expect((await ofBacker('quests', 'stop-backing', id)).code).toBe(exitCodes.refused)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    const work = ['quests', 'object', id, farmer.address]
    expect((await ofBacker(...work)).code).toBe(exitCodes.usage)
    expect((await ofBacker(...work, '--reason', 'It does not close.')).out).toContain('You object')
    expect(await harness.visitor.quests.get(id)).toMatchObject({
      backers: [{ amount: '40', state: 'objected' }],
    })
  })

  test.skipIf(!hasChain)('approves work on chain by a signature that another program makes', async () => {
    const rail = await startRail({}, 2)
    const quest = await rail.startQuest()
    const { id, giver, farmer } = quest
    await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    const ofGiver = await signedIn(rail, rail.user(giver))
    const asked = await ofGiver('quests', 'approve', id, farmer.address, '--sign')
    const words = asked.json()
    expect(asked.err).toContain(`--deadline ${words.message.deadline}`)
    const signature = await giver.account.signTypedData(words)
    const sent = ['--deadline', String(words.message.deadline), '--signature', signature]
    expect((await ofGiver('quests', 'approve', id, farmer.address, '--signature', signature)).code).toBe(
      exitCodes.usage,
    )
    expect((await ofGiver('quests', 'approve', id, farmer.address)).code).toBe(exitCodes.refused)
    expect((await ofGiver('quests', 'approve', id, farmer.address, ...sent)).out).toContain(
      'carries your signature',
    )
    for (let round = 0; round < 2; round++) await rail.keep()
    expect(await rail.chain.balanceOf(farmer.account.address)).toBe(two)
  })

  test('lists the open issues with a label as quests, and posts none', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const giver = harness.user()
    const ask = await signedIn(harness, giver)
    const gate = { owner: 'giver', repo: 'gate' }
    const labels = ['help wanted', 'iron']
    for (const title of ['Mend the \u001b[31mgate', 'Oil the hinge'])
      await github.as('giver').issues.create({ ...gate, title, labels })
    const posted = await giver.furrow.quests.post({
      ...sampleQuest,
      codehostRepo: 'giver/gate',
      codehostIssue: '2',
    })
    const { out, code } = await ask('quests', 'import', 'giver/gate', '--label', 'help wanted')
    expect(code).toBe(0)
    expect(out).toMatch(/^ISSUE {2}TITLE +SKILLS +QUEST\n/)
    expect(out).toMatch(/^1 +Mend the .*gate +help wanted, iron$/m)
    expect(out).toMatch(new RegExp(`^2 +Oil the hinge +help wanted, iron +${posted.id}$`, 'm'))
    expect(out).not.toContain('\u001b')
    const shown = (await ask('quests', 'import', 'giver/gate', '--label', 'iron', '--json')).json()
    expect(shown).toMatchObject({ more: false, issues: { length: 2 } })
    expect((await ask('quests', 'import', 'giver/gate')).code).toBe(exitCodes.usage)
    expect((await ask('quests', 'import', 'giver/none', '--label', 'iron')).code).toBe(exitCodes['not-found'])
    expect((await harness.visitor.quests.list()).items).toHaveLength(1)
  })

  test('posts a plan of a file, and a quest that follows its last part', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const ask = await signedIn(harness, giver)
    const file = join(home(), 'plan.json')
    writeFileSync(file, JSON.stringify([sampleQuest, { ...sampleQuest, title: 'Paint the gate' }]))
    const { quests } = (await ask('quests', 'plan', file, '--json')).json()
    expect(quests).toMatchObject([
      { plan: { place: 1, of: 2 } },
      { title: 'Paint the gate', plan: { place: 2 } },
    ])
    const next = ['--title', 'Oil it', '--description', 'All of it.', '--reward', '1 USDC']
    const posted = await ask('quests', 'post', ...next, '--after', quests[1].id, '--json')
    expect(posted.json()).toMatchObject({ plan: { place: 3, of: 3 } })
    expect((await ask('quests', 'post', ...next, '--after', quests[1].id)).out).toBe('')
    writeFileSync(file, '{}')
    expect((await ask('quests', 'plan', file)).code).toBe(exitCodes.usage)
  })

  test('follows a filter of the board, shows it, and ends it', async () => {
    const harness = await startHarness()
    const farmer = await signedIn(harness, harness.user())
    const added = await farmer('follows', 'add', 'Work with wood', '--skill', 'carpentry', '--json')
    for (const [deadline, found] of [
      ['none', 0],
      ['soon', 1],
    ] as const) {
      const { code } = await farmer('quests', 'list', '--deadline', deadline, '--admission', 'open')
      expect(code).toBe(found === 0 ? exitCodes.done : exitCodes.refused)
    }
    expect(added.json()).toMatchObject({ filter: { skill: 'carpentry' }, how: 'digest', channels: null })
    await farmer('follows', 'add', 'Everything', '--now')
    const shown = (await farmer('follows', 'list')).out
    expect(shown).toMatch(/Work with wood +skill=carpentry +once a day/)
    expect(shown).toMatch(/Everything +all quests +at once/)
    expect((await farmer('follows', 'end', added.json().id)).code).toBe(0)
    expect((await farmer('follows', 'end', added.json().id)).code).toBe(exitCodes['not-found'])
    expect((await farmer('follows', 'add', 'Nonsense', '--payer', 'rich')).code).toBe(exitCodes.refused)
    expect((await farmer('follows', 'list', '--json')).json().follows).toMatchObject([{ name: 'Everything' }])
  })

  test('keeps quests, lists them by pages, and keeps them no longer', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const [gate, roof] = [
      await giver.furrow.quests.post(sampleQuest),
      await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend a roof' }),
    ]
    const farmer = await signedIn(harness, harness.user())
    for (const { id } of [gate, roof, gate]) expect((await farmer('bookmark', id)).code).toBe(0)
    expect((await farmer('bookmark', 'quest-0')).code).toBe(exitCodes['not-found'])
    const page = (await farmer('bookmarks', '--limit', '1')).out
    expect(page).toContain('Mend a roof')
    const [, cursor = ''] = /--cursor (\S+)/.exec(page) ?? []
    expect((await farmer('bookmarks', '--cursor', cursor, '--json')).json()).toMatchObject({
      quests: [{ id: gate.id }],
      cursor: null,
    })
    expect((await farmer('unbookmark', gate.id)).code).toBe(0)
    expect((await farmer('bookmarks', '--json')).json().quests).toMatchObject([{ id: roof.id }])
  })

  test('promises a tip, and has its payment said and answered', async () => {
    const harness = await startHarness({})
    const [giver, worker] = [harness.user(), harness.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await worker.furrow.quests.accept(id)
    await giver.furrow.quests.approve(id, worker.address)
    const [give, work] = [await signedIn(harness, giver), await signedIn(harness, worker)]
    const promised = (await give('tip', id, worker.address, '5', '--json')).json()
    expect(promised).toMatchObject({ status: 'promised', tipped: id, amount: '5', token: 'USDC' })
    expect((await give('thanks', 'own')).out).toContain('5 USDC')
    expect((await give('thanks', 'paid', promised.id, '0x1')).code).not.toBe(0)
    expect((await work('thanks', 'received', promised.id)).code).not.toBe(0)
    await giver.furrow.thanks.sayPaid(promised.id)
    expect((await work('thanks', 'received', promised.id)).out).toContain('received')
  })

  test('lists proposals, shows one, and says why one has nothing for the treasury to pay', async () => {
    const harness = await startHarness({})
    const ask = await signedIn(harness, harness.user())
    const endsAt = instant(harness.clock.now() + day)
    const words = { title: 'A \u001b[31mshed', description: 'Of wood.', category: 'buildings' }
    const { id } = await harness.user(harness.genesis).furrow.communityDao.propose({ ...words, endsAt })
    const list = await ask('proposals')
    expect(list.out).toContain(`${id}  A shed  open    ${endsAt}`)
    expect((await ask('proposals', '--json')).json()).toMatchObject({ proposals: [{ id }], cursor: null })
    const shown = await ask('proposals', 'show', id)
    expect(shown).toMatchObject({ code: 0, err: '' })
    expect(shown.out).toContain('Of wood.')
    expect(shown.out).toMatch(/Abstain {2}[-0]/)
    expect((await ask('proposals', 'safe-file', id)).code).toBe(exitCodes.refused)
    expect((await ask('proposals', 'paid', id, `0x${'1'.repeat(64)}`)).code).toBe(exitCodes.refused)
    expect((await ask('proposals', 'show', 'proposal-none')).code).toBe(exitCodes['not-found'])
  })

  test('takes a credential for paid and proved work, and shows it', async () => {
    const harness = await startHarness({})
    const [giver, worker] = [harness.user(), harness.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await worker.furrow.quests.accept(id)
    await giver.furrow.quests.approve(id, worker.address)
    const work = await signedIn(harness, worker)
    const refused = await work('credentials', 'take', id)
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('No chain shows')
    await makeProvedAndPaid(harness.context, id)
    expect((await work('credentials', 'take', id, '--form', 'medal')).code).not.toBe(0)
    const taken = (await work('credentials', 'take', id, '--reward', '--json')).json()
    expect(taken).toMatchObject({ form: 'badge', reward: true, status: 'valid', jwt: expect.any(String) })
    expect((await work('credentials')).out).toContain(taken.id)
    expect((await work('credentials', 'get', taken.id)).out).toContain(taken.url)
    expect((await work('credentials', 'get', taken.id, '--json')).json()).toEqual(taken)
  })

  test('takes nothing on terms that changed since they were read', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const { id, updatedAt } = await giver.furrow.quests.post(sampleQuest)
    harness.clock.advance(1_000)
    await giver.furrow.quests.edit({
      questId: id,
      changes: { rewardAmount: 1 },
      expectedUpdatedAt: updatedAt,
    })
    const farmer = await signedIn(harness, harness.user())
    const taken = await farmer('quests', 'take', id, '--as-of', updatedAt, '--json')
    expect(taken.code).toBe(exitCodes.refused)
    expect(JSON.parse(taken.err)).toMatchObject({ status: 409 })
    expect((await giver.furrow.quests.get(id)).farmers).toEqual([])
  })

  test('answers the questions of a giver in their order, and says what is asked where an answer is missing', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const [ofGiver, ofFarmer] = [await signedIn(harness, giver), await signedIn(harness, farmer)]
    const quest = ['--title', 'Fix the gate', '--description', 'It does not close.', '--reward', '100 USDC']
    const asks = ['--question', 'Which tools?', '--question', 'When?']
    const { id } = (await ofGiver('quests', 'post', ...quest, ...asks, '--json')).json()
    expect((await ofFarmer('quests', 'show', id)).out).toContain('1. Which tools? (needs an answer)')
    for (const answers of [[], ['--answer', 'A saw'], ['--answer', 'A saw', '--answer', ' ']])
      expect(await ofFarmer('quests', 'take', id, ...answers)).toMatchObject({
        code: exitCodes.usage,
        err: expect.stringContaining('2. When? (needs an answer)'),
      })
    const answers = ['--answer', 'A saw', '--answer', 'Now']
    expect((await ofFarmer('quests', 'take', id, '--note', 'Me', ...answers)).out).toContain('You applied')
    expect((await giver.furrow.quests.applications({ id })).items).toMatchObject([
      {
        note: 'Me',
        answers: [
          { question: 'Which tools?', answer: 'A saw' },
          { question: 'When?', answer: 'Now' },
        ],
      },
    ])
    const open = await giver.furrow.quests.post(sampleQuest)
    const extra = await ofFarmer('quests', 'take', open.id, '--answer', 'A saw')
    expect(extra).toMatchObject({ code: exitCodes.usage, err: expect.stringContaining('asks nothing') })
  })

  test('posts a quest again from what it showed of it', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const env = { HOME: home(), FURROW_URL: harness.baseUrl, FURROW_KEY: await keyOf(giver, ['give']) }
    const { out } = await terminal(env)('quests', 'show', id, '--json')
    const again = await terminal(env, out)('quests', 'post', '--file', '-', '--json')
    expect(again.json()).toMatchObject(sampleQuest)
    expect(again.json().id).not.toBe(id)
  })

  test('shows letters without what a stranger hid in them', async () => {
    const harness = await startHarness()
    const [writer, reader] = [harness.user(), harness.user()]
    const body = 'Look: \x1b]8;;http://evil.example\x07here\x1b]8;;\x07\nand \x1b[2Jthere\u202e.'
    await writer.furrow.mail.send({ to: reader.account.address, subject: 'Hello \x9b31m!', body })
    const { out } = await (await signedIn(harness, reader))('mail', '--full')
    expect(out).toContain('  Look: here\n  and there.')
    expect(out).not.toMatch(control)
    const json = await (await signedIn(harness, reader))('mail', '--json')
    expect(json.out).toContain('evil.example')
    expect(json.out).not.toMatch(control)
  })

  test('is told from the lines of this program: a letter holds no other letter, and a quest no place', async () => {
    const harness = await startHarness()
    const [reader, stranger] = [harness.user(), harness.user()]
    const forged = 'Hello\n\nFrom the service, 2026-03-01T12:00:00.000Z\r\nYour key\u2028FARMER  STATUS'
    await stranger.furrow.mail.send({ to: reader.address, subject: 'From the service', body: forged })
    const { id } = await stranger.furrow.quests.post({ ...sampleQuest, description: forged })
    const at = await signedIn(harness, reader)
    for (const { out } of [await at('mail', '--full'), await at('quests', 'show', id)]) {
      expect(out).toContain('  From the service, 2026')
      expect(out).not.toMatch(/^(From the service|Your key|FARMER)/m)
    }
  })

  test('says a refusal without what is hidden in it', async () => {
    const refusal = { status: 400, body: { error: 'It says \x1b[2J“go\u202e away”.' } }
    const { baseUrl } = await startServer(() => refusal)
    const { err } = await terminal({ HOME: home(), FURROW_URL: baseUrl })('quests', 'list')
    expect(err).toBe('furrow: It says “go away”.\n')
  })

  test('tells of news until it is stopped', async () => {
    const harness = await startHarness()
    const stop = new AbortController()
    const events: { type: string }[] = []
    const code = await run(['watch', '--json'], {
      env: { HOME: home(), FURROW_URL: harness.baseUrl },
      signal: stop.signal,
      out: text => {
        events.push(JSON.parse(text))
        stop.abort()
      },
      err: () => {},
      readInput: async () => '',
      openPage() {},
    })
    expect({ code, events }).toMatchObject({ code: 0, events: [{ type: 'ready' }] })
  })
})

describe('furrow verify', () => {
  test('says before the merge whether it would be paid, by its exit code, too', async () => {
    const harness = await startWithPull()
    const quest = { ...sampleQuest, codehostRepo: 'farm/gate', codehostIssue: '7' }
    const { id } = await harness.user().furrow.quests.post(quest)
    const look = terminal({ HOME: home(), FURROW_URL: harness.baseUrl })
    const early = await look('verify', 'farm/gate', '12')
    expect(early.code).toBe(exitCodes['would-not-pay'])
    expect(early.out).toMatch(/^Would pay +no\nQuest +quest-\S+\nFarmer +-\nAccount +alice\n/)
    expect(early.out).toMatch(/\naccount-unproved {2}\S.*\.\n {18}The author signs in here/)

    const alice = harness.user()
    await alice.furrow.profile.change({ codehostToken: 'hers' })
    await alice.furrow.quests.accept(id)
    expect(await look('verify', 'farm/gate', '12')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Would pay +yes\n/),
    })
    expect((await look('verify', 'farm/gate', '12', '--json')).json()).toMatchObject({
      wouldPay: true,
      quest: id,
      farmer: alice.account.address,
      reasons: [{ code: 'merge-needed' }],
    })
  })

  test.each([
    ['usage', ['farm/gate', 'twelve']],
    ['usage', ['farm/gate']],
    ['not-found', ['farm/gate', '13']],
    ['not-found', ['farm/fence', '12']],
    ['refused', ['farm/gate', '9999999999']],
  ] as const)('says %s of %j', async (meaning, words) => {
    const harness = await startWithPull()
    await harness.user().furrow.quests.post({ ...sampleQuest, codehostRepo: 'farm/gate', codehostIssue: '7' })
    const { code, out } = await terminal({ HOME: home(), FURROW_URL: harness.baseUrl })('verify', ...words)
    expect({ code, out }).toEqual({ code: exitCodes[meaning], out: '' })
  })
})

describe('furrow login', () => {
  test('opens a page where the wallet signs, and keeps the key that it is given', async () => {
    const harness = await startHarness()
    const { account, furrow } = harness.user()
    const env = { HOME: home() }
    const pages: string[] = []
    /** As the page does, in the person's browser; a stranger's page on this computer guesses no state. */
    async function sign(address: string): Promise<void> {
      pages.push(address)
      const request = Object.fromEntries(new URL(address).searchParams) as unknown as KeyRequest
      expect((await fetch(`${request.redirect_uri}?code=stolen&state=guess`)).status).toBe(404)
      expect((await fetch(`${new URL(request.redirect_uri).origin}//`)).status).toBe(404)
      const mixed = new URLSearchParams({
        code: 'stolen',
        state: request.state ?? '',
        iss: 'http://evil.example',
      })
      expect((await fetch(`${request.redirect_uri}?${mixed}`)).status).toBe(404)
      const { agent, scopes } = await furrow.keys.asked(request)
      const signMessage = ({ message }: { message: string }) => account.signMessage({ message })
      const terms = { name: 'furrow', scopes, days: 7, agent }
      const { redirect } = await furrow.keys.grant({ account, signMessage }, terms, request)
      expect(await (await fetch(redirect)).text()).toContain('close this page')
    }
    const at = terminal(env, '', undefined, address => void sign(address))
    const login = await at('login', '--url', harness.baseUrl, '--scopes', 'read,take')
    expect(login.code, login.err).toBe(0)
    expect(login.err).toContain(pages[0])
    expect(login.out).not.toContain('furrow_')
    expect((await at('tasks')).code).toBe(0)
    expect(await furrow.keys.list()).toMatchObject([
      { name: 'furrow', scopes: ['read', 'take'], agent: false },
    ])
  })

  test.each([
    [200, '<html>Sign in to the hotel</html>'],
    [502, '<html>Bad gateway</html>'],
  ])('says that something between answers %i with a page', async (status, body) => {
    const { baseUrl } = await startServer(() => ({ status, body }))
    const login = await terminal({ HOME: home() })('login', '--url', baseUrl)
    expect(login).toMatchObject({
      code: exitCodes.unreachable,
      err: expect.stringContaining(`answered ${status}, and nothing that can be read`),
    })
  })

  test('keeps nothing where the page gives no key, or nobody answers', async () => {
    const harness = await startHarness()
    const env = { HOME: home() }
    const decline = async (address: string) => {
      const request = Object.fromEntries(new URL(address).searchParams) as unknown as KeyRequest
      await fetch((await harness.visitor.keys.asked(request)).back)
    }
    const declined = await terminal(
      env,
      '',
      undefined,
      address => void decline(address),
    )('login', '--url', harness.baseUrl)
    expect(declined).toMatchObject({
      code: exitCodes.failed,
      err: expect.stringContaining('No key was given'),
    })
    const stop = new AbortController()
    const stopped = await terminal(env, '', stop.signal, () => stop.abort())(
      'login',
      '--url',
      harness.baseUrl,
    )
    expect(stopped).toMatchObject({ code: exitCodes.failed, err: expect.stringContaining('Nobody answered') })
    expect((await terminal(env)('tasks')).code).toBe(exitCodes.usage)
  })

  test('asks for no key that could not be kept', async () => {
    const { baseUrl, asked } = await startServer(() => ({}))
    const env = { HOME: home() }
    writeFileSync(join(env.HOME, '.config'), '')
    const login = await terminal(env)('login', '--url', baseUrl)
    expect(login).toMatchObject({
      code: exitCodes.failed,
      err: expect.stringMatching(/^furrow: The key could not be kept in .*login\.json: \S+ not a directory/),
    })
    expect(asked).toEqual([])
  })

  test('gives nothing to another place that the service names', async () => {
    const other = await startServer(() => ({ body: {} }))
    const origin = new URL(other.baseUrl).origin
    const service = await startServer(({ path, headers: { host } }) => {
      if (path === '/register') return { status: 307, headers: { location: `${origin}/register` } }
      const own = `http://${host}`
      const token_endpoint = `${isMixed ? origin : own}/token`
      return { body: { issuer: own, token_endpoint, registration_endpoint: `${own}/register` } }
    })
    let isMixed = true
    const login = () => terminal({ HOME: home() })('login', '--url', service.baseUrl)
    expect(await login()).toMatchObject({
      code: exitCodes.failed,
      err: expect.stringContaining('give a key'),
    })
    expect(service.asked).toHaveLength(1)
    isMixed = false
    expect((await login()).code).toBe(exitCodes.failed)
    expect(service.asked).toHaveLength(3)
    expect(other.asked).toEqual([])
  })

  test('keeps a key for its owner’s eyes alone, and for that service alone', async () => {
    const harness = await startHarness()
    const env = { HOME: home() }
    const key = await keyOf(harness.user(), ['read'])
    const login = await terminal(env, `${key}\n`)('login', '--url', harness.baseUrl, '--key', '-')
    expect(login).toMatchObject({ code: 0, err: '' })
    expect(login.out).not.toContain(key)
    expect(statSync(settingsFile(env)).mode & 0o777).toBe(0o600)
    expect(statSync(join(settingsFile(env), '..')).mode & 0o777).toBe(0o700)
    expect((await terminal(env)('tasks')).code).toBe(0)
    const elsewhere = { ...env, FURROW_URL: harness.baseUrl.replace('127.0.0.1', 'localhost') }
    expect((await terminal(elsewhere)('tasks')).code).toBe(exitCodes['not-allowed'])
    expect((await terminal(env)('logout')).code).toBe(0)
    expect((await terminal(env)('tasks')).code).toBe(exitCodes.usage)
  })

  test('makes a file that others could read its owner’s again', async () => {
    const harness = await startHarness()
    const env = { HOME: home() }
    const key = await keyOf(harness.user(), ['take'])
    const login = terminal(env)
    await login('login', '--url', harness.baseUrl, '--key', key)
    rmSync(settingsFile(env))
    writeFileSync(settingsFile(env), '{}', { mode: 0o644 })
    expect((await login('login', '--url', harness.baseUrl, '--key', key)).code).toBe(0)
    expect(statSync(settingsFile(env)).mode & 0o777).toBe(0o600)
  })

  test('leaves no key beside its file where that cannot be written', async () => {
    const harness = await startHarness()
    const env = { HOME: home() }
    mkdirSync(settingsFile(env), { recursive: true })
    const key = await keyOf(harness.user(), ['read'])
    const login = await terminal(env)('login', '--url', harness.baseUrl, '--key', key)
    expect(login).toMatchObject({ code: exitCodes.failed, err: expect.stringContaining('EISDIR') })
    expect(readdirSync(dirname(settingsFile(env)))).toEqual(['login.json'])
  })

  test('keeps no key that the service does not know', async () => {
    const { baseUrl } = await startHarness()
    const env = { HOME: home() }
    const login = await terminal(env)('login', '--url', baseUrl, '--key', `furrow_${'a'.repeat(43)}`)
    expect(login.code).toBe(exitCodes['not-allowed'])
    expect((await terminal(env)('tasks')).code).toBe(exitCodes.usage)
  })
})

describe('the address and the key', () => {
  const say = (env: Record<string, string>, ...args: string[]) =>
    terminal({ HOME: home(), ...env }, '')(...args)

  test.each(['127.0.0.1:8080/api', 'localhost:8080/api', 'ftp://farm/api', '"http://farm/api"'])(
    'are looked at before anybody is asked: %s is no service',
    async url => {
      const { code, err } = await say({ FURROW_URL: url }, 'quests', 'list')
      expect({ code, err }).toEqual({
        code: exitCodes.usage,
        err: 'furrow: FURROW_URL is the address of the service with its prefix: https://furrow.example.org/api\n',
      })
    },
  )

  test('are looked at before anybody is asked: a key with a quotation mark or a line is none', async () => {
    const url = 'http://127.0.0.1:1/api'
    for (const FURROW_KEY of ['“furrow_x”', 'furrow_x\nfurrow_y'])
      expect(await say({ FURROW_URL: url, FURROW_KEY }, 'tasks')).toMatchObject({
        ...{ code: exitCodes.usage, err: expect.stringContaining('FURROW_KEY is no API key') },
      })
    for (const key of ['-', ' ', '“furrow_x”'])
      expect(await say({}, 'login', '--url', url, '--key', key)).toMatchObject({
        ...{ code: exitCodes.usage, err: expect.stringContaining('--key is an API key') },
      })
  })
})

describe('the exit code', () => {
  test.each([
    ['done', ['--help']],
    ['done', ['quests', 'post', '--help']],
    ['done', ['--version']],
    ['usage', ['quests', 'plough']],
    ['usage', ['quests', 'show']],
    ['usage', ['quests', 'list', '--nothing']],
    ['usage', ['quests', 'submit', 'quest-1']],
    ['usage', ['quests', 'post', '--title', 't', '--description', 'd', '--reward', 'much']],
    ['usage', ['quests', 'post', '--file', '-']],
    ['usage', ['quests', 'post', '--file', '/nonexistent']],
    ['unreachable', ['login', '--url', 'http://127.0.0.1:1/api']],
    ['usage', ['login', '--url', 'farm', '--key', 'k']],
    ['not-allowed', ['tasks']],
    ['not-found', ['quests', 'show', 'quest-1-none']],
    ['refused', ['quests', 'list', '--limit', 'many']],
  ] as const)('says %s of %j', async (meaning, args) => {
    const { baseUrl } = await startHarness()
    const { code, out, err } = await terminal({ HOME: home(), FURROW_URL: baseUrl }, 'no quest')(...args)
    expect(code).toBe(exitCodes[meaning])
    expect(code === 0 ? out : err).not.toBe('')
  })

  test('has its failure beside it as JSON where that is asked for, of a command that does not exist, too', async () => {
    const { code, out, err } = await terminal({ HOME: home() })('quests', 'plough', '--json')
    expect({ code, out, err: JSON.parse(err) }).toEqual({
      ...{ code: exitCodes.usage, out: '' },
      err: {
        error: 'There is no command "quests plough --json".',
        ...{ status: null, code: null, retryAfter: null },
      },
    })
  })

  test('is that of a process, where nobody answers too', () => {
    const main = new URL('main.ts', import.meta.url).pathname
    const env = { PATH: process.env.PATH, HOME: home(), FURROW_URL: 'http://127.0.0.1:1/api' }
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'quests', 'list', '--json'], {
      env,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: exitCodes.unreachable, stdout: '' })
    expect(JSON.parse(stderr)).toMatchObject({ status: 0, code: 'no-answer' })
  })
})

test('a service that takes no more for now counts as out of reach, and its refusals do not', () => {
  const codes = [429, 503, 409].map(status => exitCodeOf(new FurrowError(status, 'No.')))
  expect(codes).toEqual([exitCodes.unreachable, exitCodes.unreachable, exitCodes.refused])
})

describe('furrow completion', () => {
  const completion = async (shell: string) => (await terminal({ HOME: home() })('completion', shell)).out

  test.each([
    [['furrow', 'qu'], ['quests']],
    [
      ['furrow', 'quests', ''],
      [
        'list',
        'show',
        'take',
        'drop',
        'submit',
        'post',
        'plan',
        'import',
        'approve',
        'propose-part',
        'agree',
        'share',
        'agree-to-share',
        'refuse-share',
        'back',
        'stop-backing',
        'object',
        'entries',
        'ballots',
        'enter',
        'withdraw-entry',
        'rank',
        'dispute-ranking',
        'fund',
        'sponsor',
        'bring',
        'share-out',
        'take-owed',
      ],
    ],
    [
      ['furrow', 'quests', 'submit', 'quest-1', '--'],
      ['--url', '--note', '--json', '--help'],
    ],
    [
      ['furrow', 'verify', 'farm/gate', ''],
      ['--json', '--help'],
    ],
    [
      ['furrow', 'trust', 'save', 'list.td', '--'],
      ['--json', '--help'],
    ],
    [
      ['furrow', 'thanks', 'https://farm.example/pull/1', '--'],
      ['--token', '--json', '--help'],
    ],
    [
      ['furrow', 'completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
  ])('knows in bash what follows %j', async (words, next) => {
    const quoted = words.map(word => `'${word}'`).join(' ')
    const script = `${await completion('bash')}
      COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _furrow; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n')).toEqual(next)
  })

  test('is there for zsh and fish, and for no other shell', async () => {
    expect(await completion('zsh')).toMatch(/^#compdef furrow\n/)
    expect(await completion('fish')).toContain("-a list -d 'Quests that fit all that is given")
    expect((await terminal({ HOME: home() })('completion', 'csh')).code).toBe(exitCodes.usage)
  })
})
