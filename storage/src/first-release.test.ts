import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Anvil } from '@furrow/contracts/testing'
import type { Quest } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { toAddress } from '../../server/src/ground/address.ts'
import { hasChain } from '../../server/test/chain.ts'
import { copyFirstRelease, type FirstRelease, openFirstRelease } from '../../server/test/first-release.ts'
import { type Harness, startHarness } from '../../server/test/harness.ts'
import { requireSound } from '../../server/test/soundness.ts'
import { readRows, readSchema } from '../../server/test/tables.ts'

describe.each(['ledger', 'chain'] as const)("the first release's database, of the %s rail", rail => {
  const railTest = test.skipIf(rail === 'chain' && !hasChain)

  railTest('is opened by the next start, which answers as the first release did', async () => {
    const opened = await openFirstRelease(rail)
    await requireSameAnswers(opened)
  })

  railTest('is opened by processes that start together, and then has the schema of a fresh one', async () => {
    const { start } = await copyFirstRelease(rail)
    const [{ context }] = await Promise.all([start(), start(), start()])
    const fresh = await startHarness()
    expect(await readSchema(context.db)).toEqual(await readSchema(fresh.context.db))
  })

  railTest('stays as it is when the service starts once more', async () => {
    const { context, start } = await openFirstRelease(rail)
    const before = await readRows(context.db)
    await start()
    expect(await readRows(context.db)).toEqual(before)
  })

  railTest('has the timelines of its quests, from what was known of them', async () => {
    const { expected, summarize, visitor } = await openFirstRelease(rail)
    const summary = await summarize()
    for (const [name, id] of Object.entries(expected.quests)) {
      const { items: events } = await visitor.quests.events(id)
      expect({ name, first: events[0]?.kind }).toEqual({ name, first: 'posted' })
      expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1))
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
      const quest = await visitor.quests.get(id)
      for (const { address, status } of quest.farmers) {
        const kinds = events.flatMap(({ farmer, kind }) => (farmer === address ? [kind] : []))
        expect({ name, status, kinds, quest: summary[name] }).toMatchObject({
          kinds: expect.arrayContaining(['accepted', ...(leadingTo[status] ?? [])]),
        })
      }
    }
  })

  railTest('counts what people did as its history has it', async () => {
    const { context, doAllDue } = await openFirstRelease(rail)
    await requireSound(context)
    await doAllDue()
    await requireSound(context)
  })

  railTest('goes on as it did then: what is due is done at its moment, and once', async () => {
    const opened = await openFirstRelease(rail)
    const { as, clock, doAllDue, expected, goTo, summarize, walletOf } = opened
    let transfers = await readTransfers(opened)
    let quests = await summarize()
    for (const step of expected.afterwards) {
      const at = Date.parse(step.at)
      const taken = takenBack.filter(name => rail === 'ledger' && step.quests[name]?.includes('released'))
      if (rail === 'ledger' && at > clock.now() + 1) {
        await goTo(at - 1)
        await doAllDue()
        expect(await readTransfers(opened)).toEqual(transfers)
      }
      await goTo(at)
      // 0.1.0 paid for merges that were taken back, without anybody's decision. Here somebody decides so.
      for (const name of taken)
        await as('platform').quests.resolve(expected.quests[name] as string, walletOf('alice').address, 'pay')
      await doAllDue()
      transfers = [...transfers, ...step.transfers].toSorted()
      quests = { ...quests, ...step.quests }
      for (let again = 0; again < 2; again++) {
        expect({ at: step.at, transfers: await readTransfers(opened) }).toEqual({ at: step.at, transfers })
        expect({ at: step.at, quests: await summarize() }).toEqual({ at: step.at, quests })
        await doAllDue()
      }
    }
    await requireSameEnd(opened)
    await requirePaidOnce(opened)
  })

  railTest('takes the sessions of then, and its letters open', async () => {
    const { expected, send, as, walletOf } = await openFirstRelease(rail)
    const { status, body } = await send('GET', '/mail', { token: expected.session })
    expect({ status, body }).toMatchObject(expected.answers['GET /mail as alice'] as object)
    await as('ann').mail.send({ to: walletOf('alice').address, subject: 'Later', body: 'Since.' })
    const { items } = await as('alice').mail.list()
    expect(items).toHaveLength(body.length + 1)
    expect(items[0]).toMatchObject({ subject: 'Later', body: 'Since.' })
    const wrote = (official: boolean) => items.filter(item => item.official === official)
    expect(wrote(true).length).toBeGreaterThan(3)
    for (const { from, to } of wrote(true))
      expect(to === '*' || toAddress(from) === walletOf('platform').address).toBe(true)
    expect(wrote(false).some(({ from }) => toAddress(from) === walletOf('ann').address)).toBe(true)
    for (const { from } of wrote(false)) expect(toAddress(from)).not.toBe(walletOf('platform').address)
  })

  railTest('lets nobody change what was booked', async () => {
    const { context } = await openFirstRelease(rail)
    for (const change of ["update ledger_entries set amount = '0'", 'delete from ledger_transfers'])
      await expect(sql.raw(change).execute(context.db)).rejects.toThrow('append-only')
  })
})

/** Events that must precede each state; on chain, an unseen dispute may be missing. */
const leadingTo: Record<string, string[]> = {
  accepted: [],
  'in-review': [],
  disputed: ['disputed'],
  released: ['released'],
  refunded: ['disputed', 'refunded'],
}

const takenBack = ['merge-disputed-as-reverted', 'merge-whose-issue-was-opened-again']

describe("the first release's ledger", () => {
  test('refunds merges that were taken back, where nobody decides', async () => {
    const { doAllDue, goTo, summarize } = await openFirstRelease('ledger')
    await goTo(Date.parse('2026-05-19T12:00:00Z'))
    await doAllDue()
    await goTo(Date.parse('2026-06-19T12:00:00Z'))
    await doAllDue()
    const quests = await summarize()
    for (const name of takenBack) expect(quests[name]).toBe('cancelled, alice refunded')
  })

  test('goes on with what waited for the code host, or for an account', async () => {
    const { as, doAllDue, expected, summarize, useAccount } = await openFirstRelease('ledger')
    await doAllDue()
    expect(await summarize()).toMatchObject({
      'hint-that-waits-for-the-host': 'in-review, alice in-review',
      'hint-that-waits-for-its-author': 'in-progress, bob accepted',
      'merge-of-an-unreachable-host': 'completed, alice released',
    })
    useAccount('t_bob')
    await as('bob').profile.change({ codehostToken: 't_bob' })
    await doAllDue()
    const quest = await as('bob').quests.get(expected.quests['hint-that-waits-for-its-author'] as string)
    expect(quest).toMatchObject({ status: 'in-review', farmers: [{ holdReason: 'in-review' }] })
    expect(quest.farmers[0]?.pullRequest).not.toBeNull()
  })

  test('takes neither a sign-in nor a delivery a second time', async () => {
    const { expected, send } = await openFirstRelease('ledger')
    const again = await send('POST', '/auth/verify', { body: expected.usedSignIn })
    expect(again).toMatchObject({ status: 401, body: { error: expect.stringContaining('used before') } })
    const body = JSON.stringify({
      action: 'closed',
      pull_request: { number: 1, merged: true },
      repository: { full_name: 'giver/gate' },
    })
    const secret = expected.env.CODEHOST_WEBHOOK_SECRET as string
    const headers = {
      'x-github-event': 'pull_request',
      'x-github-delivery': 'a-delivery',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    }
    const { body: answer } = await send('POST', '/codehost/webhook', { body, headers })
    expect(answer).toEqual({ ignored: 'this delivery was received before' })
  })

  test('is not opened with another secret', async () => {
    const { start } = await copyFirstRelease('ledger')
    const other = { JWT_SECRET: 'another secret that is long enough to be one too' }
    await expect(start(other)).rejects.toThrow('could not be read')
    await start({ ...other, JWT_SECRET_PREVIOUS: 'a secret for tests that is long enough to be one' })
  })

  test('lets its parties act where they stood', async () => {
    const { as, expected, summarize, walletOf } = await openFirstRelease('ledger')
    const quest = (name: string) => expected.quests[name] as string
    const addressOf = (name: string) => walletOf(name).address
    await as('fay').quests.accept(quest('open'))
    await as('cleo').quests.accept(quest('withdrawn'))
    await as('cleo').quests.submit(quest('in-progress'), { note: 'done' })
    await as('ann').quests.approve(quest('submitted'), addressOf('cleo'))
    await as('ann').quests.review(quest('submitted'), addressOf('cleo'), 5)
    await as('hal').quests.dispute(quest('believed-merge'), addressOf('cleo'), 'It is not closed.')
    await as('platform').quests.resolve(quest('submission-disputed'), addressOf('eve'), 'pay')
    await as('gus').quests.cancel(quest('open-with-places-taken'))
    await expect(as('ann').quests.review(quest('harvest-1'), addressOf('dan'), 5)).rejects.toMatchObject({
      status: 400,
    })
    expect(await summarize()).toMatchObject({
      open: 'in-progress, fay accepted',
      withdrawn: 'in-progress, cleo accepted',
      'in-progress': 'in-review, cleo in-review',
      submitted: 'completed, cleo released',
      'believed-merge': 'disputed, cleo disputed',
      'submission-disputed': 'completed, eve released',
      'open-with-places-taken': 'cancelled',
    })
  })
})

describe.skipIf(!hasChain)("the first release's chain", () => {
  test('is one that its parties go on with, by their own wallets', async () => {
    const opened = await openFirstRelease('chain')
    const { anvil, as, balanceOf, callEscrow, doAllDue, expected, summarize, walletOf } = opened
    const quest = (name: string) => expected.quests[name] as string
    const wallet = (name: string) => walletOf(name).account
    const { token } = await balanceOf('ann')
    await callEscrow(wallet('ann'), 'refund', 'cancelled-and-closed')
    expect((await balanceOf('ann')).token).toBe(token + 20_000_000n)
    await callEscrow(wallet('ann'), 'approve', 'proposed', wallet('cleo').address)
    await callEscrow(wallet('hal'), 'dispute', 'coin-proposed', wallet('fay').address)
    const arbiter = (anvil as Anvil).account(2)
    await callEscrow(arbiter, 'resolve', 'disputed', wallet('cleo').address, true)
    await doAllDue()
    await as('fay').quests.accept(quest('funded'))
    await as('fay').quests.submit(quest('funded'), { note: 'done' })
    await doAllDue()
    expect(await summarize()).toMatchObject({
      'cancelled-and-closed': 'cancelled',
      proposed: 'completed, cleo released',
      'coin-proposed': 'disputed, fay disputed',
      disputed: 'completed, cleo released',
      funded: 'in-review, fay in-review',
    })
    expect(await as('fay').quests.get(quest('funded'))).toMatchObject({
      farmers: [{ holdReason: 'in-review' }],
    })
    expect(await as('ann').quests.get(quest('cancelled-and-closed'))).toMatchObject({
      funding: { status: 'settled', refunded: '20' },
    })
    await requirePaidOnce(opened)
  })
})

async function requireSameAnswers({ expected, send, user, walletOf }: FirstRelease): Promise<void> {
  for (const [question, answer] of Object.entries(expected.answers)) {
    const [, path = '', name] = /^GET (\S+)(?: as (\w+))?$/.exec(question) ?? []
    const { status, body } = await send('GET', path, name ? { token: user(walletOf(name)).token } : {})
    expect({ question, status, body: inOrder(body) }).toMatchObject({
      question,
      status: answer.status,
      body: inOrder(isQuestList(path) ? asListed(answer.body as Quest[]) : asWorded(answer.body)),
    })
  }
}

/** A badge's words no longer say paid of work that was only booked. */
function asWorded<T>(body: T): T {
  const text = JSON.stringify(body)
  return JSON.parse(
    text.replaceAll('Paid for a first piece of work.', 'Released a first piece of work that counts.'),
  ) as T
}

const isQuestList = (path: string) => /^\/quests(\?(?!id=)|$)/.test(path)

/** A list no longer shows submissions and transactions: those are with the quest itself. */
function asListed(quests: readonly Quest[]): object[] {
  return quests.map(({ farmers, funding: { transactions, ...funding }, ...quest }) => ({
    ...quest,
    farmers: farmers.map(({ submission, ...farmer }) => farmer),
    funding,
  }))
}

/** Sums by token are in no order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inOrder(inner)]))
  const isSum = value.every(item => Object.keys(item ?? {}).join() === 'token,amount')
  return isSum ? value.toSorted((a, b) => (a.token < b.token ? -1 : 1)) : value.map(inOrder)
}

test("the first release's database is brought forward while somebody else holds it, where the operator says so", async () => {
  const { env, start } = await copyFirstRelease('ledger')
  await holdDatabase(env)
  await expect(start()).rejects.toThrow('Stop all processes of 0.1.0')
  const { visitor } = await start({ UPGRADE_ANYWAY: 'true' })
  expect((await visitor.quests.list()).items.length).toBeGreaterThan(0)
})

/** A connection that looks like one of the first release. */
async function holdDatabase({ DATABASE_URL, DATA_DIR }: Record<string, string>): Promise<void> {
  if (DATABASE_URL === undefined) {
    const file = new DatabaseSync(join(DATA_DIR as string, 'furrow.sqlite'))
    onTestFinished(() => file.close())
    file.prepare('select count(*) from quests').get()
    return
  }
  const client = new Client({ connectionString: DATABASE_URL })
  onTestFinished(() => client.end())
  await client.connect()
}

async function readTransfers({ context: { db } }: Harness): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ledger_transfers`.execute(db)
  return rows.map(({ id }) => id).toSorted()
}

/** A quest was completed over a farmer who had handed nothing in: that gave points to them and to its giver. */
function withoutIdle(leaderboard: unknown): object {
  const given = 41.42
  const lessened = new Map([382.84, 644.26].map(score => [score, Math.round((score - given) * 100) / 100]))
  return JSON.parse(JSON.stringify(leaderboard), (_, value) => lessened.get(value) ?? value)
}

async function requireSameEnd({ as, balanceOf, expected, visitor }: FirstRelease): Promise<void> {
  const { fundings, leaderboard, letters, obligations } = expected.finally
  for (const { id } of (await visitor.quests.list()).items) {
    const { funding } = await visitor.quests.get(id)
    const transactions = funding.transactions?.map(({ kind }) => kind) ?? []
    expect({ id, ...funding, transactions }).toMatchObject({ id, ...(fundings[id] as object) })
  }
  expect(await visitor.leaderboard()).toMatchObject(withoutIdle(leaderboard))
  expect((await visitor.communityDao.get()).treasury).toMatchObject({ obligations })
  for (const [name, subjects] of Object.entries(letters)) {
    const { items } = await as(name).mail.list()
    // It wrote no letters to deciders, and reminded nobody of what they owe.
    const told = items
      .flatMap(({ subject }) => (/^To be (decided|paid)/.test(subject) ? [] : [subject]))
      .toSorted()
    expect({ name, subjects: told }).toEqual({ name, subjects: subjects.filter(isStillTold(name)) })
  }
  for (const [name, { token, coin }] of Object.entries(expected.balances ?? {})) {
    const balance = await balanceOf(name)
    expect({ name, token: String(balance.token) }).toEqual({ name, token })
    if (coin !== '0') expect({ name, coin: String(balance.coin) }).toEqual({ name, coin })
  }
}

/** It warned of places that would end soon when they had ended before, and told people of their own deeds. */
function isStillTold(name: string): (subject: string) => boolean {
  const late = [
    'cleo: Your place ends soon: accepted',
    'eve: Your place ends soon: accepted-expired-and-never-warned',
  ]
  const own = ['gus: Released: approved-but-unseen', 'hal: Disputed: disputed-but-unseen']
  return subject => ![...late, ...own].includes(`${name}: ${subject}`)
}

/** Whatever the first release did: each piece of work shown as paid was paid once, and nothing else was. */
async function requirePaidOnce(opened: FirstRelease): Promise<void> {
  const { anvil, balanceOf, context, expected, visitor, walletOf } = opened
  const quests = (await visitor.quests.list()).items
  const work = quests.flatMap(({ id, farmers, funding }) =>
    farmers.map(({ address, status }) => ({ id, farmer: address.toLowerCase(), status, funding })),
  )
  const kinds = { released: 'release', refunded: 'refund' } as const
  const settled = work.flatMap(({ id, farmer, status }) =>
    status === 'released' || status === 'refunded' ? `${kinds[status]}:${id}:${farmer}` : [],
  )
  const transfers = await readTransfers(opened)
  expect(transfers.filter(id => /^(release|refund):/.test(id))).toEqual(settled.toSorted())

  const { rows: entries } = await sql<{ account: string; token: string; amount: string }>`
    select account, token, amount from ledger_entries
      join ledger_transfers on ledger_transfers.id = transfer_id`.execute(context.db)
  for (const [token, own] of Map.groupBy(entries, ({ token }) => token)) {
    const sum = own.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    expect({ token, sum }).toEqual({ token, sum: 0n })
  }
  if (anvil === null) return

  const { rows: events } = await sql<{ id: string }>`
    select kind || ':' || quest_id || ':' || farmer as id from escrow_events
      where kind in ('release', 'refund') and farmer is not null`.execute(context.db)
  const onChain = new Set(work.flatMap(({ id, funding }) => (funding.rail === 'chain' ? id : [])))
  const settledOnChain = settled.filter(id => onChain.has(id.split(':')[1] as string))
  expect(events.map(({ id }) => id).toSorted()).toEqual(settledOnChain.toSorted())
  for (const name of Object.keys(expected.balances ?? {})) {
    const own = work.filter(({ id, farmer, status }) => {
      const isHis = farmer === walletOf(name).address
      return isHis && status === 'released' && onChain.has(id)
    })
    const earned = (token: string) =>
      own
        .filter(({ funding }) => funding.token === token)
        .reduce((sum, { funding }) => sum + BigInt(funding.amountEach ?? 0), 0n)
    if (own.length > 0)
      expect({ name, ...(await balanceOf(name)) }).toEqual({
        name,
        token: earned('USDC'),
        coin: earned('ETH'),
      })
  }
}
