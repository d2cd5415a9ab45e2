import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { questEscrowV3Abi } from '@furrow/contracts'
import { farmerLine } from '@furrow/sdk/attestation'
import { pino } from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChain, type TestChain } from '../../../test/chain.ts'
import { people, startGithub } from '../../../test/github.ts'
import { paid, startRail, two } from '../../../test/rail.ts'
import { requireSound } from '../../../test/soundness.ts'
import { createChains } from '../../ground/clients/chains.ts'
import { createCodeHost } from '../../ground/clients/codehost/create-codehost.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { followQuests } from '../../quests/companions/follow.ts'
import type { Attester } from './attest.ts'
import { createReadSubject } from './read-subject.ts'
import { openSeen } from './seen.ts'
import { serveAttester } from './serve.ts'
import { readAttesterSettings } from './settings.ts'

const attesterAccount = 6
const ownerAccount = 5
const token = 'a word between the two'

async function seenFile() {
  const folder = await mkdtemp(join(tmpdir(), 'attester-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'seen.jsonl')
}

/** A service whose contract names an attester, which listens; it looks at the same chain and code host by itself. */
async function start(
  env: Record<string, string> | ((url: string) => Record<string, string>) = {},
  version: 2 | 3 = 2,
  { splits = false } = {},
) {
  const github = await startGithub()
  await github.as('giver').issues.create({ owner: 'giver', repo: 'gate', title: 'The gate' })
  const { codehost } = readConfig(github.env)
  if (codehost === null) throw new Error('no code host')
  const host = createCodeHost({ ...codehost, client: null })
  const seen = await openSeen(await seenFile())
  onTestFinished(() => seen.close())
  const attester = { host, seen } as unknown as { -readonly [Key in keyof Attester]: Attester[Key] }
  const app = serveAttester(attester, token, pino({ level: 'error' }))
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const rail = await startRail(
    {
      ...{ ...github.env, ATTESTER_URL: url, ATTESTER_TOKEN: token },
      ...(typeof env === 'function' ? env(url) : env),
    },
    version,
    async (chain: TestChain) => {
      attester.account = privateKeyToAccount(chain.keyOf(attesterAccount))
      const rpcUrls = new Map([[chain.chainId, chain.rpcUrl]])
      attester.chains = createChains({ rpcUrls, agreeUrls: new Map(), ensUniversalResolver: null })
    },
    { attester: attesterAccount, owner: ownerAccount, splits },
  )
  attester.clock = rail.clock
  attester.readSubject = createReadSubject({ codehost, service: rail.baseUrl }, host)
  return { github, rail, attester, url }
}

type Started = Awaited<ReturnType<typeof start>>

/** A pull request with this description closed the issue of a funded quest, and the service was told. */
async function prove(started: Started, describe: (address: string) => string) {
  const taken = await takeFunded(started)
  const pr = await merge(started, describe(taken.alice.account.address))
  return { ...taken, pr }
}

async function takeFunded({ rail }: Started) {
  const [giver, alice] = [rail.user(), rail.user()]
  await alice.furrow.profile.change({ codehostToken: people.alice })
  const linked = { ...paid, codehostRepo: 'giver/gate', codehostIssue: '1' }
  const { id, funding } = await giver.furrow.quests.post(linked)
  await rail.chain.fund(giver.account, id, two, 1, rail.chain.token)
  await giver.furrow.quests.fund(id)
  await alice.furrow.quests.accept(id)
  return { giver, alice, id, escrow: funding.escrowId as `0x${string}` }
}

async function merge({ github, rail }: Started, description: string): Promise<number> {
  const pr = await github.merge('alice', `Closes #1\n\n${description}`)
  await github.as('giver').issues.update({ owner: 'giver', repo: 'gate', issue_number: 1, state: 'closed' })
  await rail.visitor.verify({ repo: 'giver/gate', pr })
  return pr
}

type Proved = Awaited<ReturnType<typeof prove>>

/** As `prove`, for a place that its farmer shares with somebody; the account of the two is told to who describes it. */
async function proveTeam(started: Started, describe: (account: string, farmer: string) => string) {
  const { rail } = started
  const { giver, alice, id, escrow } = await takeFunded(started)
  const member = rail.user()
  const shares = [alice, member].map(({ address }) => ({ address, share: 0.5 }))
  await alice.furrow.quests.share(id, shares)
  await member.furrow.quests.agreeToShare(id, { farmer: alice.address, share: 0.5 })
  const account = (await rail.read(id)).farmers[0]?.split?.account ?? ''
  await merge(started, describe(account, alice.account.address))
  for (let round = 0; round < 3; round++) await rail.keep()
  return { giver, members: [alice, member], id, escrow, account: account as `0x${string}` }
}

/** The giver disputes it, and nobody resolves that. */
async function disputeInVain({ rail }: Started, { giver, alice, escrow }: Proved): Promise<bigint> {
  await rail.chain.call(giver.account, 'dispute', [escrow, alice.account.address])
  await rail.keep()
  await rail.later(15 * day)
  for (let round = 0; round < 3; round++) await rail.keep()
  return rail.chain.balanceOf(alice.account.address)
}

function ask(
  { url }: Started,
  body: object,
  word = token,
): Promise<{ status: number; error?: string; work?: string }> {
  return fetch(`${url}/attestations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${word}` },
    body: JSON.stringify(body),
  }).then(async response => ({ status: response.status, ...((await response.json()) as object) }))
}

/** Somebody adds half a dollar to the reward, and their deposit counts; its id as the contract has it. */
async function back({ rail }: Started, { id }: Proved) {
  const backer = rail.user()
  const { backers = [] } = await backer.furrow.quests.back(id, '0.5')
  const part = backers.at(-1)?.questId ?? 'none'
  await rail.chain.fund(backer.account, part, 500_000n, 1, rail.chain.token)
  const { funding } = await backer.furrow.quests.get(part)
  return { backer, part, escrow: funding.escrowId as `0x${string}` }
}

/** The keeper, and what companions do by themselves. */
async function keep({ rail }: Started, rounds = 3) {
  for (let round = 0; round < rounds; round++) {
    await rail.keep()
    await followQuests.round(rail.context)
  }
}

/** The giver approves the work with their wallet, after which what others add is proposed. */
async function approve(started: Started, { alice, escrow, giver }: Proved) {
  await started.rail.chain.call(giver.account, 'approve', [escrow, alice.account.address])
  await keep(started, 4)
}

const questionOf = ({ rail }: Started, { alice, escrow, id, pr }: Proved) => ({
  chainId: rail.chain.chainId,
  contract: rail.chain.escrow,
  escrow,
  farmer: alice.account.address,
  questId: id,
  repository: 'giver/gate',
  pullRequest: pr,
})

describe.skipIf(!hasChain)('work that an attester saw merged', () => {
  test.each([2, 3] as const)('is paid after a dispute that nobody resolves, in version %i', async version => {
    const started = await start({}, version)
    const { rail } = started
    const proved = await prove(started, farmerLine)
    for (let round = 0; round < 3; round++) await rail.keep()
    const [work] = (await rail.read(proved.id)).farmers
    expect(work).toMatchObject({ status: 'in-review', attested: true })
    const { items } = await rail.visitor.quests.events(proved.id)
    expect(items.map(({ kind }) => kind)).toContain('attested')
    await rail.chain.call(proved.giver.account, 'dispute', [proved.escrow, proved.alice.account.address])
    await rail.keep()
    const [disputed] = (await rail.read(proved.id)).farmers
    expect(disputed?.disputeOtherwise).toMatch(/the contract pays the work/)
    expect(disputed?.otherwise).toEqual({ code: 'contract-pays' })
    await rail.later(15 * day)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect(await rail.chain.balanceOf(proved.alice.account.address)).toBe(two)
    expect(await rail.read(proved.id)).toMatchObject({ farmers: [{ status: 'released', paid: '2' }] })
  })

  test.each([2, 3] as const)(
    'is paid by those who add to its reward, too, where they dispute it and nobody resolves that, in version %i',
    async version => {
      const started = await start({}, version)
      const { rail } = started
      const proved = await prove(started, farmerLine)
      await keep(started)
      const { backer, escrow, part } = await back(started, proved)
      await keep(started)
      await approve(started, proved)
      expect(await rail.user(backer).furrow.quests.get(part)).toMatchObject({
        farmers: [{ status: 'in-review', attested: true }],
      })
      await rail.chain.call(backer.account, 'dispute', [escrow, proved.alice.account.address])
      await keep(started)
      await rail.later(15 * day)
      await keep(started)
      expect(await rail.chain.balanceOf(proved.alice.account.address)).toBe(two + 500_000n)
    },
  )

  test('is signed for in additions that the quest shows, and in no other deposit', async () => {
    const started = await start()
    const { attester, rail } = started
    const [proved, stranger] = [await prove(started, farmerLine), rail.user()]
    const { backer, escrow, part } = await back(started, proved)
    const other = await stranger.furrow.quests.post(paid)
    await rail.chain.fund(stranger.account, other.id, two, 1, rail.chain.token)
    const question = { ...questionOf(started, proved), companionOf: proved.id }
    const ofOther = { ...question, questId: other.id, escrow: other.funding.escrowId }
    expect(await ask(started, ofOther)).toEqual({
      status: 400,
      error: 'The quest shows no such addition to its reward.',
    })
    expect(await ask(started, question)).toMatchObject({ status: 400 })
    const ofPart = { ...question, questId: part, escrow }
    expect(await ask(started, ofPart)).toMatchObject({ status: 200 })
    expect(await ask(started, { ...ofPart, farmer: backer.account.address })).toMatchObject({ status: 403 })
    // The merge is the quest's, of which it is signed for as well, and of no other quest.
    expect(await ask(started, questionOf(started, proved))).toMatchObject({ status: 200 })
    // Forty can add to a reward, and one of them has its word.
    const { subjectOf } = attester.seen
    const seen = subjectOf(`${rail.chain.chainId}:${rail.chain.escrow.toLowerCase()}:${escrow}`)
    const late = await back(started, proved)
    for (let n = 0; n < 39 && seen !== null; n++) await attester.seen.keepSubject(`another ${n}`, seen)
    expect(await ask(started, { ...ofPart, questId: late.part, escrow: late.escrow })).toMatchObject({
      status: 403,
      error: '40 others add to the reward of that quest already.',
    })
    // A deposit stays the addition that it was first seen as, whatever the service says later.
    attester.readSubject = async () => ({ repositoryId: '1', issue: 99 })
    expect(await ask(started, { ...ofPart, companionOf: other.id })).toMatchObject({ status: 200 })
  })

  test.each([
    ['is paid to each of a team whose account its author named', (account: string) => account, true],
    ['is refunded where its author named one of a team', (_: string, farmer: string) => farmer, false],
  ] as const)('%s, after a dispute that nobody resolves', async (_, named, isProved) => {
    const started = await start({}, 3, { splits: true })
    const { rail } = started
    const team = await proveTeam(started, (account, farmer) => farmerLine(named(account, farmer)))
    const [work] = (await rail.read(team.id)).farmers
    expect(work).toMatchObject({ status: 'in-review', shared: { agreed: true } })
    expect(work?.attested).toBe(isProved ? true : undefined)
    const { items } = await rail.visitor.quests.events(team.id)
    expect(items.some(({ kind }) => kind === 'attested')).toBe(isProved)
    await rail.chain.call(team.giver.account, 'dispute', [team.escrow, team.account])
    await rail.keep()
    await rail.later(15 * day)
    for (let round = 0; round < 5; round++) await rail.keep()
    const has = await Promise.all(team.members.map(({ account }) => rail.chain.balanceOf(account.address)))
    expect(has).toEqual(isProved ? [two / 2n, two / 2n] : [0n, 0n])
    const { farmers } = await rail.read(team.id)
    expect(farmers.map(({ status }) => status)).toEqual(isProved ? ['released', 'released'] : ['refunded'])
    await requireSound(rail.context)
  })

  test('is proposed without a word where its author does not name the farmer, and then refunded', async () => {
    const started = await start()
    const proved = await prove(started, () => '')
    for (let round = 0; round < 3; round++) await started.rail.keep()
    const [work] = (await started.rail.read(proved.id)).farmers
    expect(work).toMatchObject({ status: 'in-review' })
    expect(work).not.toHaveProperty('attested')
    expect(await disputeInVain(started, proved)).toBe(0n)
  })

  test('waits ten minutes for an attester that does not answer, and is then proposed without it', async () => {
    const started = await start({ ATTESTER_URL: 'http://127.0.0.1:9' })
    const { rail } = started
    await prove(started, farmerLine)
    const sent = () => rail.chain.client.getTransactionCount({ address: rail.operator })
    const before = await sent()
    await rail.keep()
    await rail.later(9 * minute)
    await rail.keep()
    expect(await sent()).toBe(before)
    await rail.later(2 * minute)
    await rail.keep()
    expect(await sent()).toBe(before + 1)
    await rail.later(49 * hour)
    for (let round = 0; round < 3; round++) await rail.keep()
  })
})

/** Somebody at an attester's address, who answers each question so. */
async function startLiar(answer: (reply: ServerResponse, asked: number) => void) {
  let asked = 0
  const server = createServer((_, reply) => answer(reply, ++asked))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}

const says = (status: number, body: string) => (reply: ServerResponse) =>
  void reply.writeHead(status, { 'content-type': 'application/json' }).end(body)
const forged = JSON.stringify({
  ...{ deadline: 2 ** 33, signature: `0x${'12'.repeat(64)}1b`, work: `0x${'34'.repeat(32)}` },
})

describe.skipIf(!hasChain)('two attesters', () => {
  test.each([
    ['signs with a key that is not the contract’s', says(200, forged)],
    ['refuses what was merged', says(403, '{"error":"I saw nothing"}')],
    ['answers in no form of an attester', says(200, '<html>')],
    ['fails', says(500, '{"error":"no"}')],
    ['hangs up', (reply: ServerResponse) => void reply.destroy()],
  ])('prove work where the first one %s', async (_, answer) => {
    const liar = await startLiar(answer)
    const started = await start(url => ({ ATTESTER_URL: `${liar.url},${url}` }), 3)
    const { rail } = started
    const proved = await prove(started, farmerLine)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect((await rail.read(proved.id)).farmers[0]).toMatchObject({ status: 'in-review', attested: true })
    expect(liar.asked()).toBe(1)
    expect(await disputeInVain(started, proved)).toBe(two)
  })

  test('give work no word that neither saw, whatever one of them signs', async () => {
    const liar = await startLiar(says(200, forged))
    const started = await start(url => ({ ATTESTER_URL: `${url},${liar.url}` }), 3)
    const proved = await prove(started, () => '')
    for (let round = 0; round < 3; round++) await started.rail.keep()
    const [work] = (await started.rail.read(proved.id)).farmers
    expect(work).toMatchObject({ status: 'in-review' })
    expect(work).not.toHaveProperty('attested')
    expect(liar.asked()).toBeGreaterThan(0)
    expect(await disputeInVain(started, proved)).toBe(0n)
  })

  test('are waited for where one refuses and the other, who may be the deposit’s, is down', async () => {
    const liar = await startLiar(says(403, '{"error":"not mine"}'))
    const started = await start({ ATTESTER_URL: `${liar.url},http://127.0.0.1:9` }, 3)
    const { rail } = started
    const proved = await prove(started, farmerLine)
    const isProposed = async () => {
      for (let round = 0; round < 3; round++) await rail.keep()
      const asked = [proved.escrow, proved.alice.account.address] as const
      const state = await rail.chain.client.readContract({
        ...{ abi: questEscrowV3Abi, address: rail.chain.escrow, functionName: 'payments', args: asked },
      })
      return (state as readonly unknown[])[0] !== 0
    }
    expect(await isProposed()).toBe(false)
    await rail.later(9 * minute)
    expect(await isProposed()).toBe(false)
    await rail.later(2 * minute)
    expect(await isProposed()).toBe(true)
  })
})

describe.skipIf(!hasChain)('an attester of the third version', () => {
  test('names the merge that it saw, and the round of the work, as the contract has them', async () => {
    const started = await start({}, 3)
    const { rail } = started
    const proved = await prove(started, farmerLine)
    const place = [proved.escrow, proved.alice.account.address] as const
    const word = await ask(started, questionOf(started, proved))
    expect(word).toMatchObject({ status: 200, work: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    for (let round = 0; round < 3; round++) await rail.keep()
    const { client, escrow } = rail.chain
    const events = await client.getContractEvents({
      abi: questEscrowV3Abi,
      address: escrow,
      eventName: 'WorkAttested',
      fromBlock: 0n,
    })
    expect(events.map(({ args }) => args)).toEqual([{ escrow: place[0], farmer: place[1], work: word.work }])
  })

  test('is the one of the deposit: one who came later signs for nothing that was paid in before', async () => {
    const started = await start({}, 3)
    const { attester, rail } = started
    const early = await prove(started, farmerLine)
    const other = rail.chain.account(8).address
    await rail.chain.call(ownerAccount, 'nominateDeciders', [rail.chain.account(2).address, other])
    await rail.later(7 * day)
    await rail.chain.call(ownerAccount, 'appointDeciders', [])
    attester.account = privateKeyToAccount(rail.chain.keyOf(8))
    expect(await ask(started, questionOf(started, early))).toMatchObject({
      status: 400,
      error: expect.stringContaining('names another attester'),
    })
    attester.account = privateKeyToAccount(rail.chain.keyOf(attesterAccount))
    await rail.later(minute)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect((await rail.read(early.id)).farmers[0]).toMatchObject({ status: 'in-review', attested: true })
  })
})

describe.skipIf(!hasChain)('an attester', () => {
  test('signs for nothing but what it saw, and for each merge once', async () => {
    const started = await start()
    const { rail, attester } = started
    const proved = await prove(started, farmerLine)
    const question = questionOf(started, proved)
    const stranger = rail.user().account.address
    expect(await ask(started, question, 'another word')).toMatchObject({ status: 401 })
    expect(await ask(started, { ...question, farmer: 'me' })).toMatchObject({ status: 400 })
    expect(await ask(started, { ...question, farmer: stranger })).toMatchObject({
      status: 403,
      error: expect.stringMatching(/names another address/),
    })
    expect(await ask(started, { ...question, questId: 'another' })).toMatchObject({ status: 400 })
    expect(await ask(started, { ...question, chainId: 1 })).toMatchObject({ status: 400 })
    expect(await ask(started, { ...question, pullRequest: 999 })).toMatchObject({ status: 403 })
    const { body } = { body: await ask(started, question) }
    expect(body).toMatchObject({ status: 200, signature: expect.stringMatching(/^0x/) })
    // A second question gets the same word.
    expect(await ask(started, question)).toMatchObject({ status: 200 })

    // A later lie of the service about the quest's issue changes nothing.
    attester.readSubject = async () => ({ repositoryId: 'another', issue: 7 })
    expect(await ask(started, question)).toMatchObject({ status: 200 })

    await started.github
      .as('giver')
      .issues.update({ owner: 'giver', repo: 'gate', issue_number: 1, state: 'open' })
    expect(await ask(started, question)).toMatchObject({ status: 403, error: 'Issue 1 is not closed.' })
  })

  test('believes nothing while its code host is down', async () => {
    const started = await start()
    const proved = await prove(started, farmerLine)
    started.github.mode = 'down'
    expect(await ask(started, questionOf(started, proved))).toMatchObject({ status: 503 })
  })
})

describe('the file of an attester', () => {
  test('keeps what was first seen over a restart, and drops a line that a crash cut off', async () => {
    const path = await seenFile()
    const seen = await openSeen(path)
    await seen.keepSubject('1:a:b', { repositoryId: '7', issue: 1 })
    await seen.keepSigned('7 9', '1:a:b 0x1')
    await seen.close()
    await appendFile(path, '{"kind":"signed","pull":"7 1')
    const again = await openSeen(path)
    expect(again.subjectOf('1:a:b')).toEqual({ repositoryId: '7', issue: 1 })
    expect(again.workOf('7 9')).toBe('1:a:b 0x1')
    await again.keepSigned('7 10', '1:a:b 0x2')
    await again.close()
    expect((await readFile(path, 'utf8')).trimEnd().split('\n')).toHaveLength(3)
    await appendFile(path, '{"kind":"something"}\n')
    await expect(openSeen(path)).rejects.toThrow(/a line that is none/)
  })
})

describe('the settings of an attester', () => {
  const good = {
    ATTESTER_KEY: `0x${'1'.repeat(64)}`,
    ATTESTER_SERVICE: 'https://quests.example.org/api/',
    RPC_URLS: '8453=https://rpc.example.org',
    CODEHOST_TOKEN: 'a',
  }

  test('are few', () => {
    expect(readAttesterSettings(good)).toMatchObject({
      service: 'https://quests.example.org/api',
      port: 8090,
      host: '127.0.0.1',
      token: null,
    })
  })

  test.each([
    ["the operator's key", { ESCROW_OPERATOR_KEY: '0x1' }, /ESCROW_OPERATOR_KEY is the service's/],
    ["the service's secret", { JWT_SECRET: 'secret' }, /JWT_SECRET is the service's/],
    ['no key', { ATTESTER_KEY: '' }, /ATTESTER_KEY must be a private key/],
    ['no service', { ATTESTER_SERVICE: '' }, /ATTESTER_SERVICE must be/],
    ['no chain', { RPC_URLS: '' }, /RPC_URLS must name/],
    ['no code host', { CODEHOST_TOKEN: '' }, /CODEHOST_TOKEN must be set/],
  ])('refuse %s', (_, change, problem) => {
    expect(() => readAttesterSettings({ ...good, ...change })).toThrow(problem)
  })
})
