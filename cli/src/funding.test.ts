import type { Call } from '@furrow/sdk/escrow'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { day, hour } from '../../server/src/ground/clock.ts'
import { hasChain } from '../../server/test/chain.ts'
import type { User } from '../../server/test/harness.ts'
import { paid, startRail, two } from '../../server/test/rail.ts'
import { exitCodes } from './exit-codes.ts'
import { run } from './run.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

/** A terminal without a key: what a quest takes is public. */
function terminal(rail: Rail) {
  return async (...args: string[]) => {
    let [out, err] = ['', '']
    const code = await run(args, {
      env: { FURROW_URL: rail.baseUrl, HOME: '/nowhere' },
      signal: new AbortController().signal,
      out: text => (out += text),
      err: text => (err += text),
      readInput: async () => '',
      openPage: () => {},
    })
    return { code, out, err, json: () => JSON.parse(out) }
  }
}

async function start(token: { permits?: boolean; court?: boolean } = {}) {
  const rail = await startRail({}, 2, undefined, token)
  const giver = rail.user()
  await rail.chain.client.setBalance({ address: giver.account.address, value: 10n ** 19n })
  await rail.chain.mint(giver.account, 10n ** 20n)
  const rpc = ['--rpc', rail.chain.rpcUrl]
  return { rail, giver, rpc, ask: terminal(rail) }
}

/** A wallet of its own sends what the command said. */
async function sendAll({ chain }: Rail, { account }: User, calls: readonly Call[]): Promise<void> {
  for (const { to, data, value } of calls) {
    const hash = await chain.client.sendTransaction({
      account,
      chain: chain.client.chain,
      to,
      data,
      value: BigInt(value),
    })
    expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success')
  }
}

const isFunded = async (rail: Rail, giver: User, id: string) =>
  (await rail.user(giver).furrow.quests.fund(id)).funding.status === 'funded'

describe.skipIf(!hasChain)('furrow quests fund', () => {
  test('says what a wallet sends for several quests, which then are funded', async () => {
    const { rail, giver, rpc, ask } = await start()
    const [first, second] = [await giver.furrow.quests.post(paid), await giver.furrow.quests.post(paid)]
    const shown = await ask('quests', 'fund', first.id, '--with', second.id, ...rpc)
    expect(shown).toMatchObject({ code: 0, err: '' })
    expect(shown.out).toMatch(
      /^4 USDC for 2 quests go into 0x[\s\S]*allows the contract[\s\S]*About \d+ gas, 0\.\d+/,
    )
    const file = (await ask('quests', 'fund', first.id, '--with', second.id, ...rpc, '--safe')).out
    const { calls, ...plan } = (
      await ask('quests', 'fund', first.id, '--with', second.id, ...rpc, '--json')
    ).json()
    expect(plan).toMatchObject({ steps: ['allow', 'deposit'], amount: '4', isEnough: true, chainId: 31_337 })
    expect(JSON.parse(file).transactions.map(({ data }: Call) => data)).toEqual(
      calls.map(({ data }: Call) => data),
    )
    await sendAll(rail, giver, calls)
    expect(await isFunded(rail, giver, first.id)).toBe(true)
    expect(await isFunded(rail, giver, second.id)).toBe(true)
    expect((await ask('quests', 'fund', first.id, ...rpc)).out).toBe(
      'All of it is in the contract already.\n',
    )
  })

  test.each([
    ["the token's own permit", { permits: true }, 'Permit'],
    ['Permit2', {}, 'PermitTransferFrom'],
  ])('takes a signature by %s, and says one transaction', async (_way, token, primaryType) => {
    const { rail, giver, rpc, ask } = await start(token)
    if (primaryType !== 'Permit') await rail.chain.openToPermit2(giver.account, 10n ** 20n)
    const { id } = await giver.furrow.quests.post(paid)
    const asked = await ask('quests', 'fund', id, ...rpc, '--sign')
    const words = asked.json()
    expect(words.primaryType).toBe(primaryType)
    const [, ...rest] = /--deadline (\d+)(?: --nonce (\d+))? --signature/.exec(asked.err) ?? []
    const [deadline = '', nonce] = rest
    const signed = ['--deadline', deadline, ...(nonce ? ['--nonce', nonce] : [])]
    const signature = await giver.account.signTypedData(words)
    const wrong = await rail.user().account.signTypedData(words)
    expect((await ask('quests', 'fund', id, ...rpc, ...signed, '--signature', wrong)).code).toBe(
      exitCodes.usage,
    )
    expect((await ask('quests', 'fund', id, ...rpc, '--signature', signature)).code).toBe(exitCodes.usage)
    const { calls } = (
      await ask('quests', 'fund', id, ...rpc, ...signed, '--signature', signature, '--json')
    ).json()
    expect(calls).toHaveLength(1)
    await sendAll(rail, giver, calls)
    expect(await isFunded(rail, giver, id)).toBe(true)
  })

  test('is told what is wrong: no signature is taken, no node, a node of another chain, a quest of the ledger', async () => {
    const { giver, rpc, ask } = await start()
    const { id } = await giver.furrow.quests.post(paid)
    expect((await ask('quests', 'fund', id, ...rpc, '--sign')).err).toContain('No signature stands for')
    expect((await ask('quests', 'fund', id)).err).toContain('Give --rpc')
    expect((await ask('quests', 'fund', id, '--rpc', 'http://127.0.0.1:9/secret')).err).not.toContain(
      'secret',
    )
    expect((await ask('quests', 'fund', id, ...rpc, '--from', '0x12')).code).toBe(exitCodes.usage)
  })
})

describe.skipIf(!hasChain)('furrow quests sponsor', () => {
  test("prints what the giver signs, and then the friend's transactions", async () => {
    const { rail, giver: friend, rpc, ask } = await start()
    const giver = rail.user()
    const { id } = await giver.furrow.quests.post(paid)
    const asked = await ask('quests', 'sponsor', id, friend.account.address, '--sign')
    const words = asked.json()
    expect(words).toMatchObject({ primaryType: 'Sponsorship', message: { slots: 1 } })
    const signature = await giver.account.signTypedData(words)
    const signed = ['--deadline', words.message.deadline, '--signature', signature]
    expect((await ask('quests', 'sponsor', id, friend.account.address, ...rpc)).code).toBe(exitCodes.usage)
    const { calls } = (
      await ask('quests', 'sponsor', id, friend.account.address, ...rpc, ...signed, '--json')
    ).json()
    await sendAll(rail, friend, calls)
    expect(await isFunded(rail, giver, id)).toBe(true)
  })
})

describe.skipIf(!hasChain)('furrow quests bring', () => {
  test('says what brings a dispute before the court, and that it is there', async () => {
    const { rail, giver: anybody, rpc, ask } = await start({ court: true })
    const { id, giver, farmer, escrowId } = await rail.startQuest()
    await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    for (let round = 0; round < 2; round++) await rail.keep()
    await rail.chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
    const { fee, calls } = (await ask('quests', 'bring', id, farmer.account.address, ...rpc, '--json')).json()
    expect(fee).toBe('1000')
    await sendAll(rail, anybody, calls)
    expect((await ask('quests', 'bring', id, farmer.account.address, ...rpc)).out).toContain(
      'before the court already',
    )
  })

  test('has no court where the arbiter is a key', async () => {
    const { rail, rpc, ask } = await start()
    const { id, farmer } = await rail.startQuest()
    expect((await ask('quests', 'bring', id, farmer.account.address, ...rpc)).err).toContain('is no court')
  })
})

/** A team of two on chain, whose second member's wallet takes nothing; its work is approved and paid to the account. */
async function startTeam() {
  const rail = await startRail({}, 3, undefined, { splits: true })
  const { chain } = rail
  const [giver, farmer, member] = [rail.user(), rail.user(), rail.user()]
  const draft = { ...paid, reward: '0.1 ETH', rewardAmount: 0.1, rewardToken: 'ETH' }
  const { id, funding } = await giver.furrow.quests.post(draft)
  await chain.fund(giver.account, id, 10n ** 17n, 1)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  const shares = [farmer, member].map(({ address }) => ({ address, share: 0.5 }))
  await farmer.furrow.quests.share(id, shares)
  const ask = terminal(rail)
  const rpc = ['--rpc', chain.rpcUrl]
  return { rail, chain, farmer, member, id, escrowId: funding.escrowId, ask, rpc }
}

/** A contest on chain that is paid to its account in equal parts, and not shared out. */
async function startCrowd(entrants: number) {
  const rail = await startRail({ RATE_LIMIT: '0' }, 3, undefined, { splits: true })
  const { chain, clock } = rail
  const at = (days: number) => new Date(clock.now() + days * day).toISOString()
  const giver = rail.user()
  const { id, funding } = await giver.furrow.quests.post({
    ...{ ...paid, mode: 'contest', prizes: ['2'], entriesUntil: at(7), decideUntil: at(14) },
  })
  await chain.fund(giver.account, id, two, 1, chain.token)
  await giver.furrow.quests.fund(id)
  for (let entrant = 0; entrant < entrants; entrant++)
    await rail.user().furrow.quests.enter({ questId: id, text: 'My gate.' })
  for (let week = 0; week < 2; week++) {
    await rail.later(7 * day)
    await rail.runDue()
  }
  for (let round = 0; round < 2; round++) await rail.keep()
  await rail.later(49 * hour)
  const split = (await rail.read(id)).farmers[0]?.split
  await chain.call(8, 'release', [funding.escrowId, split?.account])
  return { id, chain, ask: terminal(rail), rpc: ['--rpc', chain.rpcUrl] }
}

describe.skipIf(!hasChain)('furrow quests share-out and take-owed', () => {
  test('say all transactions where more are paid than one should pay, and go on behind those that were sent', async () => {
    const { id, chain, ask, rpc } = await startCrowd(101)
    const said = await ask('quests', 'share-out', id, ...rpc)
    expect(said.out).toContain('2 transactions, in this order: payees 1 to 100, payees 101 to 101.')
    const { calls } = (await ask('quests', 'share-out', id, ...rpc, '--json')).json()
    expect(calls).toHaveLength(2)
    const file = JSON.parse((await ask('quests', 'share-out', id, ...rpc, '--safe')).out)
    expect(file).toMatchObject({ meta: { name: expect.stringMatching(/, payees 1 to 100$/) } })
    expect(file.transactions).toHaveLength(1)
    const { client } = chain
    const send = async ({ to, data }: Call) => {
      const hash = await client.sendTransaction({
        to,
        data,
        account: chain.account(9),
        chain: client.chain,
      } as never)
      expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
    }
    await send(calls[0])
    const rest = (await ask('quests', 'share-out', id, ...rpc, '--json')).json()
    expect(rest.calls).toHaveLength(1)
    await send(rest.calls[0])
    expect((await ask('quests', 'share-out', id, ...rpc)).out).toBe('The account has nothing to share out.\n')
  })

  test('say what anybody sends so that members are paid, and what a member sends whose wallet takes nothing', async () => {
    const { rail, chain, farmer, member, id, escrowId, ask, rpc } = await startTeam()
    expect((await ask('quests', 'share-out', id, ...rpc)).err).toContain('No account pays several people')
    await member.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.5 })
    expect((await ask('quests', 'share-out', id, ...rpc)).out).toBe('The account has nothing to share out.\n')
    await farmer.furrow.quests.submit(id, { note: 'done' })
    for (let round = 0; round < 2; round++) await rail.keep()
    const split = (await rail.read(id)).farmers[0]?.split
    await rail.later(49 * hour)
    // Somebody carries the payment out, and nobody has shared it out yet.
    await chain.call(8, 'release', [escrowId, split?.account])
    const { client } = chain
    await client.setCode({ address: member.account.address, bytecode: '0x5f5ffd' })

    const said = await ask('quests', 'share-out', id, ...rpc)
    expect(said).toMatchObject({ code: 0, err: '' })
    expect(said.out).toContain(`The account ${split?.account} shares out 0.1 ETH among 2 payees.`)
    const { calls, undivided } = (await ask('quests', 'share-out', id, ...rpc, '--json')).json()
    expect(undivided).toBe('0.1')
    const some = (await ask('quests', 'share-out', id, ...rpc, '--count', '1', '--json')).json()
    expect(some.calls[0].data).not.toBe(calls[0].data)
    expect((await ask('quests', 'share-out', id, ...rpc, '--count', 'all')).code).toBe(exitCodes.usage)
    const file = JSON.parse((await ask('quests', 'share-out', id, ...rpc, '--safe')).out)
    expect(file.transactions).toMatchObject([{ to: split?.splitter, data: calls[0].data, value: '0' }])
    // One payee after the other comes to the same.
    const anybody = chain.account(9).address
    for (let round = 0; round < 2; round++) await sendAll(anybody, some.calls)
    const has = (address: Address) => client.getBalance({ address })
    expect(await has(farmer.account.address)).toBe(5n * 10n ** 16n)
    expect(await has(member.account.address)).toBe(0n)

    const kept = await ask('quests', 'share-out', id, ...rpc)
    expect(kept.out).toMatch(/did not take 0\.05 ETH: it is tried once more/)
    const purse = chain.account(8).address
    const wrong = await ask('quests', 'take-owed', id, purse, ...rpc, '--from', farmer.address)
    expect(wrong.out).toContain('owes nothing there')
    expect((await ask('quests', 'take-owed', id, 'purse', ...rpc)).code).toBe(exitCodes.usage)
    const taken = (await ask('quests', 'take-owed', id, purse, ...rpc, '--json')).json()
    expect(taken.owed).toMatchObject([{ amount: '0.05' }])
    const before = await has(purse)
    await client.setCode({ address: member.account.address, bytecode: '0x' })
    await client.setBalance({ address: member.account.address, value: 10n ** 18n })
    await client.impersonateAccount({ address: member.account.address })
    await sendAll(member.account.address, taken.calls)
    expect((await has(purse)) - before).toBe(5n * 10n ** 16n)

    async function sendAll(account: Address, all: readonly Call[]): Promise<void> {
      for (const { to, data, value } of all) {
        const hash = await client.sendTransaction({
          ...{ account, chain: client.chain, to, data, value: BigInt(value) },
        })
        expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
      }
    }
  })
})
