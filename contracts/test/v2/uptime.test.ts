import type { Address } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { uptimeFeedAbi, uptimeFeedBytecode } from '../fixtures.ts'
import { day, reviewWindow } from '../terms.ts'
import { describeBoth, type World } from './world.ts'

const faults = { reverts: 1, saysTooLittle: 2, burnsGas: 3 } as const
const [up, down] = [0n, 1n]

describeBoth('where a sequencer can be down', world => {
  let feed: Address
  let quests: ReturnType<World['at']>
  beforeEach(async () => {
    const { at, deploy, deployEscrow } = world()
    feed = await deploy(uptimeFeedAbi, uptimeFeedBytecode)
    quests = at(await deployEscrow({ uptimeFeed: feed }))
    world().wait(10n * day)
  })

  const say = (answer: bigint, since: bigint) =>
    world().call(world().stranger, feed, uptimeFeedAbi, 'say', [answer, since])

  async function proposed() {
    const id = await quests.fundQuest()
    await quests.act(world().operator, 'propose', [id, world().farmer, false])
    return id
  }

  test('windows end as ever while it was never down', async () => {
    const { farmer, giver, stranger, wait } = world()
    const id = await proposed()
    wait(reviewWindow)
    expect((await quests.act(giver, 'dispute', [id, farmer])).error).toBe('ReviewOver')
    expect((await quests.act(stranger, 'release', [id, farmer])).error).toBeNull()
  })

  test('no window ends while it is down and for a day after, and whoever had to act still can', async () => {
    const { farmer, giver, now, stranger, wait } = world()
    const [id, other, returned] = [await proposed(), await proposed(), await proposed()]
    wait(day)
    await say(down, now())
    wait(3n * day)
    expect((await quests.act(stranger, 'release', [id, farmer])).error).toBe('ReviewOpen')
    await say(up, now())
    wait(day - 10n)
    expect((await quests.act(stranger, 'release', [id, farmer])).error).toBe('ReviewOpen')
    expect((await quests.act(stranger, 'releaseMany', [[{ escrow: id, farmer }]])).events).toEqual([])
    expect((await quests.act(giver, 'dispute', [other, farmer])).error).toBeNull()
    expect((await quests.act(giver, 'returnWork', [returned, farmer])).error).toBeNull()
    wait(10n)
    expect((await quests.act(giver, 'dispute', [id, farmer])).error).toBe('ReviewOver')
    expect((await quests.act(stranger, 'release', [id, farmer])).error).toBeNull()
  })

  test('a dispute is not settled in that time either', async () => {
    const { farmer, giver, now, stranger, wait } = world()
    const id = await proposed()
    await quests.act(giver, 'dispute', [id, farmer])
    wait(13n * day)
    await say(down, now())
    wait(2n * day)
    expect((await quests.act(stranger, 'settle', [id, farmer])).error).toBe('SettleTooEarly')
    await say(up, now())
    wait(day)
    expect((await quests.act(stranger, 'settle', [id, farmer])).error).toBeNull()
  })

  test('what ended before it went down stays ended', async () => {
    const { farmer, giver, now, stranger, wait } = world()
    const id = await proposed()
    wait(reviewWindow + day)
    await say(down, now())
    expect((await quests.act(giver, 'dispute', [id, farmer])).error).toBe('ReviewOver')
    wait(day)
    await say(up, now())
    expect((await quests.act(giver, 'dispute', [id, farmer])).error).toBe('ReviewOver')
    expect((await quests.act(stranger, 'release', [id, farmer])).error).toBeNull()
  })

  test('a feed that says down for ever holds a payment for 30 days and no longer', async () => {
    const { farmer, now, stranger, wait } = world()
    const id = await proposed()
    await say(down, now())
    wait(reviewWindow + 30n * day - 10n)
    expect((await quests.act(stranger, 'release', [id, farmer])).error).toBe('ReviewOpen')
    wait(10n)
    expect((await quests.act(stranger, 'release', [id, farmer])).error).toBeNull()
  })

  test.each(['reverts', 'saysTooLittle', 'burnsGas'] as const)(
    'a feed that %s changes nothing',
    async fault => {
      const { call, farmer, stranger, wait } = world()
      const id = await proposed()
      await call(stranger, feed, uptimeFeedAbi, 'setFault', [faults[fault]])
      expect((await quests.act(stranger, 'release', [id, farmer])).error).toBe('ReviewOpen')
      wait(reviewWindow)
      const { error, gasUsed } = await quests.act(stranger, 'release', [id, farmer])
      expect(error).toBeNull()
      expect(gasUsed).toBeLessThan(300_000n)
    },
  )

  test('nor does one that is gone, tells of the future, makes words up or forgot the past', async () => {
    const { call, client, farmer, now, stranger, wait } = world()
    const ids = [await proposed(), await proposed(), await proposed(), await proposed()] as const
    wait(reviewWindow)
    await say(down, now() + 1000n * day)
    expect((await quests.act(stranger, 'release', [ids[0], farmer])).error).toBeNull()
    await say(7n, 1n)
    expect((await quests.act(stranger, 'release', [ids[1], farmer])).error).toBeNull()
    await say(up, now())
    await call(stranger, feed, uptimeFeedAbi, 'setFault', [4])
    expect((await quests.act(stranger, 'release', [ids[2], farmer])).error).toBeNull()
    await client.setCode({ address: feed, bytecode: '0x' })
    expect((await quests.act(stranger, 'release', [ids[3], farmer])).error).toBeNull()
  })

  test('cannot be silenced by a caller who is mean with gas', async () => {
    const { farmer, now, stranger, wait } = world()
    const id = await proposed()
    await say(down, now())
    wait(reviewWindow)
    for (let gas = 30_000n; gas < 250_000n; gas += 3_000n)
      expect((await quests.act(stranger, 'release', [id, farmer], 0n, gas)).error).not.toBeNull()
  })
})
