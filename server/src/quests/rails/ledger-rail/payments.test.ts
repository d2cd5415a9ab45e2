import { testTokenAbi, testTokenBytecode } from '@furrow/contracts/testing'
import { type Address as Hex40, parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain, type TestChain } from '../../../../test/chain.ts'
import { createWallet, sampleQuest, startHarness, type User } from '../../../../test/harness.ts'
import { pointsOf, release, startPayments, transfer, unit } from '../../../../test/payments.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { startRpcProxy } from '../../../../test/rpc-proxy.ts'
import { requireSound } from '../../../../test/soundness.ts'
import { createSight } from '../../../ground/clients/payments.ts'
import { day, hour, minute, never, second } from '../../../ground/clock.ts'
import { judgePayment } from './judge-payment.ts'

describe.skipIf(!hasChain)(
  `a payment that a giver shows${hasChain ? '' : ' (skipped: there is no anvil)'}`,
  () => {
    test('counts from the moment it is shown, once, if it is what was promised', async () => {
      const { chain, harness, giver, farmer } = await startPayments()
      const { visitor } = harness
      const id = await release(giver, farmer)
      const other = await release(giver, farmer)
      await giver.furrow.quests.review(id, farmer.address, 5)
      expect(await pointsOf(harness, farmer)).toBe(0)
      const show = (hash: string, quest = id, by = giver) =>
        problemWith(by.furrow.quests.paid(quest, farmer.address, hash))

      const stranger = harness.user().address
      const fake = await chain.client.deployContract({
        abi: testTokenAbi,
        bytecode: testTokenBytecode,
        args: ['Fake Dollar', 'USDC', 6],
        account: giver.account,
        chain: chain.client.chain,
      })
      const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash: fake })
      expect(await show(`0x${'1'.repeat(64)}`)).toMatch(/^400 .*knows no transaction/)
      expect(await show('0x12')).toMatch(/^400 .*txHash/)
      expect(await show(await transfer(chain, giver, farmer.address, 100n * unit - 1n))).toMatch(
        /^400 .*it moves 99.999999 USDC, and 100 USDC was released/,
      )
      expect(await show(await transfer(chain, giver, stranger, 100n * unit))).toMatch(
        /^400 .*moves no USDC to/,
      )
      expect(await show(fake)).toMatch(/^400 .*moves no USDC/)
      const mintFake = await chain.client.writeContract({
        abi: testTokenAbi,
        address: contractAddress as Hex40,
        functionName: 'mint',
        args: [farmer.address, 100n * unit],
        account: giver.account,
        chain: chain.client.chain,
      })
      await chain.client.waitForTransactionReceipt({ hash: mintFake })
      expect(await show(mintFake)).toMatch(/^400 .*moves no USDC/)
      const coin = await chain.client.sendTransaction({
        account: giver.account,
        to: farmer.address,
        value: parseEther('100'),
        chain: chain.client.chain,
      })
      await chain.client.waitForTransactionReceipt({ hash: coin })
      expect(await show(coin)).toMatch(/^400 .*moves no USDC/)
      expect(await show(await transfer(chain, farmerWithCoin(chain, farmer), farmer.address, 0n))).toMatch(
        /^400 /,
      )
      const tooMuch = await transfer(chain, giver, farmer.address, 10n ** 30n).catch(() => null)
      if (tooMuch !== null) expect(await show(tooMuch)).toMatch(/^400 .*failed on chain/)

      const paid = await transfer(chain, giver, farmer.address, 100n * unit)
      expect(await show(paid, id, farmer)).toMatch(/^403 /)
      expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, paid, 1))).toMatch(/^400 .*31337/)
      expect(await show(paid.toUpperCase().replace('X', 'x'))).toBe('none')
      expect(await show(paid)).toBe('none')
      expect(await show(paid, other)).toMatch(
        /^400 .*it moves 100 USDC, of which 100 USDC is shown for other work of this farmer, and 100/,
      )
      expect(await show(await transfer(chain, giver, farmer.address, 100n * unit))).toMatch(
        /^400 .*paid already/,
      )

      const [part] = (await visitor.quests.get(id)).farmers
      expect(part).toMatchObject({
        countsAs: 'payment',
        payment: {
          status: 'paid',
          chainId: 31_337,
          txHash: paid,
          payer: giver.account.address,
          problem: null,
        },
      })
      expect(await pointsOf(harness, farmer)).toBe(120)
      expect(await pointsOf(harness, giver)).toBe(100)
      const { farmerProfile } = await visitor.profile.get(farmer.address, { init: true })
      expect(farmerProfile).toMatchObject({
        earned: [{ token: 'USDC', amount: '100' }],
        recorded: [{ token: 'USDC', amount: '100' }],
        questsCompleted: 2,
        questsProved: 1,
      })
      const { giverProfile, badges } = await visitor.profile.get(giver.address, { init: true })
      expect(giverProfile).toMatchObject({ settledRate: 0.5, medianDaysToPay: expect.any(Number) })
      expect(badges.map(({ id }) => id)).toEqual(['first-payout'])
      const statement = async ({ furrow }: User) => (await furrow.account.statement()).text()
      for (const [user, moved, party] of [
        [farmer, '"received","in"', giver],
        [giver, '"paid","out"', farmer],
      ] as const) {
        const text = await statement(user)
        expect(text).toMatch(new RegExp(`"${paid}".*,"eip155:31337:${party.account.address}",,,\r\n`))
        expect(text).toMatch(new RegExp(`${moved},"USDC","100",.*"${id}".*"31337","${paid}"`))
        expect(text).toMatch(new RegExp(`"booked",,"USDC","100",.*"${other}".*,,,"release:[^,]*",,,,\r\n`))
      }
      const letters = (await farmer.furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])
      expect(letters.filter(subject => subject === 'Paid')).toHaveLength(1)
      await requireSound(harness.context)
    })

    test('is none where the token moved nothing to the farmer from anybody else', async () => {
      const { chain, harness, giver, farmer } = await startPayments()
      const id = await release(giver, farmer)
      const show = (hash: string) => problemWith(giver.furrow.quests.paid(id, farmer.address, hash))
      // Its event has the same fields as that of a transfer.
      const allowed = await chain.client.writeContract({
        abi: testTokenAbi,
        address: chain.token,
        functionName: 'approve',
        args: [farmer.address, 100n * unit],
        account: giver.account,
        chain: chain.client.chain,
      })
      await chain.client.waitForTransactionReceipt({ hash: allowed })
      expect(await show(allowed)).toMatch(/^400 .*moves no USDC to/)
      await chain.client.setBalance({ address: farmer.address, value: parseEther('1') })
      await chain.mint(farmer.account, 100n * unit)
      const toThemselves = await transfer(chain, farmer, farmer.address, 100n * unit)
      expect(await show(toThemselves)).toMatch(/^400 .*moves no USDC to/)
      expect((await harness.visitor.quests.get(id)).farmers[0]?.payment?.txHash ?? null).toBeNull()
    })

    test('waits for its confirmations, and is taken back where the chain takes it back', async () => {
      const { chain, harness, giver, farmer } = await startPayments({ PAYMENT_CONFIRMATIONS: '3' })
      const { clock, runDue, visitor } = harness
      const id = await release(giver, farmer)
      const paid = await transfer(chain, giver, farmer.address, 100n * unit)
      await giver.furrow.quests.paid(id, farmer.address, paid)
      const stands = async () => (await visitor.quests.get(id)).farmers[0]?.payment?.status
      expect([await stands(), await pointsOf(harness, farmer)]).toEqual(['confirming', 0])
      await chain.client.mine({ blocks: 1 })
      clock.advance(minute)
      // A look that finds one confirmation too few.
      await runDue()
      expect([await stands(), await pointsOf(harness, farmer)]).toEqual(['confirming', 0])
      await chain.client.mine({ blocks: 1 })
      await runDue()
      expect(await stands()).toBe('confirming')
      clock.advance(minute)
      await runDue()
      expect([await stands(), await pointsOf(harness, farmer)]).toEqual(['paid', 100])
      await requireSound(harness.context)

      await chain.client.request({ method: 'anvil_reorg', params: [3, []] } as never)
      clock.advance(minute)
      await runDue()
      expect([await stands(), await pointsOf(harness, farmer)]).toEqual(['confirming', 0])
      expect((await visitor.leaderboard()).farmers).toMatchObject([{ score: 0 }])
      await requireSound(harness.context)

      clock.advance(day + second)
      await runDue()
      expect((await visitor.quests.get(id)).farmers[0]?.payment).toMatchObject({
        status: 'recorded',
        txHash: paid,
        problem: expect.stringContaining('confirmations'),
      })
      const again = await transfer(chain, giver, farmer.address, 100n * unit)
      await chain.client.mine({ blocks: 2 })
      await harness.user(giver).furrow.quests.paid(id, farmer.address, again)
      expect([await stands(), await pointsOf(harness, farmer)]).toEqual(['paid', 100])
      await requireSound(harness.context)
    })

    test('of a reward that is finer than its token is rounded up to a whole unit of it', async () => {
      const chain = await startChain()
      const env = { RPC_URLS: chain.env.RPC_URLS, TOKENS: `GRAIN=${chain.token}` }
      const harness = await startHarness({ env, clock: await clockOf(chain) })
      const [giver, farmer] = [harness.user(), harness.user()]
      await chain.client.setBalance({ address: giver.address, value: parseEther('1') })
      await chain.mint(giver.account, unit)
      const id = await release(giver, farmer, {
        reward: '0.0000015 GRAIN',
        rewardAmount: 0.0000015,
        rewardToken: 'GRAIN',
      })
      const show = async (units: bigint) =>
        problemWith(
          giver.furrow.quests.paid(id, farmer.address, await transfer(chain, giver, farmer.address, units)),
        )
      expect(await show(1n)).toMatch(/^400 .*it moves 0.000001 GRAIN, and 0.0000015 GRAIN was released/)
      expect(await show(2n)).toBe('none')
    })

    test('of a token with more decimals than the ledger has must move as much of it', async () => {
      const chain = await startChain()
      const [giver, farmer] = [createWallet(), createWallet()]
      await chain.client.setBalance({ address: giver.address, value: parseEther('1') })
      const deployed = await chain.client.deployContract({
        abi: testTokenAbi,
        bytecode: testTokenBytecode,
        args: ['Fine Grain', 'GRAIN', 24],
        account: giver.account,
        chain: chain.client.chain,
      })
      const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash: deployed })
      const token = contractAddress as Hex40
      const minted = await chain.client.writeContract({
        abi: testTokenAbi,
        address: token,
        functionName: 'mint',
        args: [giver.address, 3n * 10n ** 24n],
        account: giver.account,
        chain: chain.client.chain,
      })
      await chain.client.waitForTransactionReceipt({ hash: minted })
      const env = { RPC_URLS: chain.env.RPC_URLS, TOKENS: `GRAIN=${token}` }
      const harness = await startHarness({ env, clock: await clockOf(chain) })
      const [by, to] = [harness.user(giver), harness.user(farmer)]
      const id = await release(by, to, { reward: '1 GRAIN', rewardAmount: 1, rewardToken: 'GRAIN' })
      const show = async (units: bigint) =>
        problemWith(
          by.furrow.quests.paid(id, to.address, await transfer(chain, by, to.address, units, token)),
        )
      expect(await show(10n ** 24n - 1n)).toMatch(/^400 .*it moves 0\.9{24} GRAIN, and 1 GRAIN was released/)
      expect(await show(10n ** 24n)).toBe('none')
    })

    test('counts once also for works that write its token in another way', async () => {
      const { chain, giver, farmer } = await startPayments()
      const id = await release(giver, farmer)
      const other = await release(giver, farmer, { rewardToken: 'usdc', reward: '100 usdc' })
      const hash = await transfer(chain, giver, farmer.address, 100n * unit)
      await giver.furrow.quests.paid(id, farmer.address, hash)
      expect(await problemWith(giver.furrow.quests.paid(other, farmer.address, hash))).toMatch(
        /^400 .*of which 100 usdc is shown for other work/i,
      )
    })

    test('is looked at again for a day, and stands after that', async () => {
      const { chain, harness, giver, farmer } = await startPayments()
      const id = await release(giver, farmer)
      const hash = await transfer(chain, giver, farmer.address, 100n * unit)
      await giver.furrow.quests.paid(id, farmer.address, hash)
      const nextLook = async () => {
        const { check_at } = await harness.context.db
          .selectFrom('payments')
          .select('check_at')
          .where('quest_id', '=', id)
          .executeTakeFirstOrThrow()
        return check_at
      }
      harness.clock.advance(day - second)
      await harness.runDue()
      expect(await nextLook()).toBeLessThanOrEqual(harness.clock.now() + hour)
      harness.clock.advance(hour)
      await harness.runDue()
      expect(await nextLook()).toBe(never)
    })

    test('may be in the chain’s coin, and of work that its giver alone called completed', async () => {
      const { chain, harness, giver, farmer } = await startPayments()
      const eth = { rewardToken: 'ETH', rewardAmount: 1.5, reward: '1.5 ETH' }
      const { id } = await giver.furrow.quests.post({ ...sampleQuest, ...eth })
      await farmer.furrow.quests.accept(id)
      await giver.furrow.quests.complete(id)
      expect(await pointsOf(harness, farmer)).toBe(0)
      const send = async (value: string) => {
        const { client } = chain
        const call = { to: farmer.address, value: parseEther(value), chain: client.chain }
        const hash = await client.sendTransaction({ account: giver.account, ...call })
        await client.waitForTransactionReceipt({ hash })
        return hash
      }
      const show = (hash: string) => problemWith(giver.furrow.quests.paid(id, farmer.address, hash))
      expect(await show(await send('1.499999999999999999'))).toMatch(
        /^400 .*it moves 1.499999999999999999 ETH/,
      )
      expect(await show(await send('1.5'))).toBe('none')
      const [part] = (await harness.visitor.quests.get(id)).farmers
      expect(part).toMatchObject({ payment: { status: 'paid' }, countsAs: 'payment' })
      expect(await pointsOf(harness, farmer)).toBe(100)
      await requireSound(harness.context)
    })
  },
)

const questionsOfALook = 4

describe('nobody but the giver of released work', () => {
  test('can have a chain asked, and they not without end', async () => {
    let asked = 0
    const proxy = await startRpcProxy('http://127.0.0.1:1')
    proxy.before = () => {
      asked++
      return 'down'
    }
    // The other chain has a port of its own, that what else may be asked there is not counted.
    const env = {
      RPC_URLS: `8453=${proxy.url},1=http://127.0.0.1:1`,
      TOKENS: `USDC@8453=0x${'1'.repeat(40)}`,
    }
    const { user } = await startHarness({ env: { ...env, QUOTA_PAYMENTS_A_DAY: '2' } })
    const [giver, farmer, stranger] = [user(), user(), user()]
    const hash = `0x${'2'.repeat(64)}`
    const id = await release(giver, farmer)
    const show = (by: User, quest = id, whom = farmer, chainId?: number) =>
      problemWith(by.furrow.quests.paid(quest, whom.address, hash, chainId))
    for (const by of [stranger, farmer]) expect(await show(by)).toMatch(/^403 /)
    expect(await show(giver, id, stranger)).toMatch(/^400 .*has no place/)
    expect(await show(giver, id, farmer, 1)).toMatch(/^400 .*8453/)
    const unknown = await release(giver, farmer, { rewardToken: 'DAI', reward: '100 DAI' })
    expect(await show(giver, unknown)).toMatch(/^400 .*no address of that token/)
    const nothing = await release(giver, farmer, { rewardAmount: 0, reward: '0 USDC' })
    expect(await show(giver, nothing)).toMatch(/^400 .*nothing to pay/)
    const open = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(open.id)
    expect(await show(giver, open.id)).toMatch(/^400 .*Only released work/)
    expect(asked).toBe(0)
    for (let look = 0; look < 2; look++) expect(await show(giver)).toMatch(/^503 .*8453/)
    // Questions go out together, and the first that fails is the answer.
    await expect.poll(() => asked).toBe(2 * questionsOfALook)
    expect(await show(giver)).toMatch(/^429 .*2 transactions today/)
    expect(asked).toBe(2 * questionsOfALook)
  })
})

describe('a payment in a token of several chains', () => {
  test('is shown with its chain, and no chain is asked where that is not said', async () => {
    const token = `0x${'1'.repeat(40)}`
    let asked = 0
    const proxy = await startRpcProxy('http://127.0.0.1:1')
    proxy.before = () => {
      asked++
      return 'down'
    }
    const { user } = await startHarness({
      env: { RPC_URLS: `8453=${proxy.url},56=${proxy.url}`, TOKENS: `USDC@8453=${token},USDC@56=${token}` },
    })
    const [giver, farmer] = [user(), user()]
    const id = await release(giver, farmer)
    const shown = giver.furrow.quests.paid(id, farmer.address, `0x${'2'.repeat(64)}`)
    await expect(shown).rejects.toMatchObject({ status: 400, code: 'chain-unknown' })
    expect(asked).toBe(0)
  })
})

describe('payments of which more are looked up at once than a chain is asked about', () => {
  test('wait, and are refused where too many wait already', async () => {
    const proxy = await startRpcProxy('http://127.0.0.1:1')
    const opened = Promise.withResolvers<'down'>()
    proxy.before = () => opened.promise
    const env = { RPC_URLS: `8453=${proxy.url}`, TOKENS: `USDC@8453=0x${'1'.repeat(40)}` }
    const { context, user } = await startHarness({ env })
    const [giver, farmer] = [user(), user()]
    await release(giver, farmer)
    const work = await context.db.selectFrom('assignments').selectAll().executeTakeFirstOrThrow()
    const [atOnce, waiting] = [4, 50]
    const looks = Array.from({ length: atOnce + waiting + 3 }, (_, index) => {
      const hash = `0x${String(index).padStart(64, '0')}`
      return judgePayment(context, work, { chainId: 8453, hash }, createSight(context.chains))
    })
    const codes = Promise.allSettled(looks).then(all =>
      all.map(one => (one.status === 'rejected' ? one.reason.code : 'none')),
    )
    opened.resolve('down')
    const found = Object.groupBy(await codes, code => code)
    expect(found.busy).toHaveLength(3)
    expect(found['chain-unavailable']).toHaveLength(atOnce + waiting)
  })
})

/** With coin for gas. */
function farmerWithCoin({ client }: TestChain, farmer: User): User {
  void client.setBalance({ address: farmer.address, value: parseEther('1') })
  return farmer
}
