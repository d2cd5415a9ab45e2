import { expect, test } from 'vitest'
import { native } from '../assets.ts'
import { expectTable } from '../gas-table.ts'
import { batch, deploymentGas, jobs, measure } from './measure.ts'
import { describeThird, describeWorld, startWorld, type World } from './world.ts'

describeThird('the gas tables of the README', world => {
  test('are within 5% of what each action takes', async () => expectActions('gas', world()))
})

describeThird(
  'the gas of a whole job, as it is deployed by default: without an owner',
  world => {
    test('is less than what was aimed at, and within 5% of the table of the README', async () => {
      const coin = await jobs(world(), native)
      const token = await jobs(world(), world().token)
      expect(coin.released).toBeLessThan(150_000n)
      expect(coin.strangers).toBeLessThan(110_000n)
      const owned = await startWorld(3)
      const other = await jobs(owned, native)
      const otherToken = await jobs(owned, owned.token)
      await owned.stop()
      expectTable(
        'jobs',
        `| Whole job, for each place | Coin | ERC-20 |\n|---|---:|---:|\n\
| fund, proposeApproved: the giver signs | ${coin.approved} | ${token.approved} |\n\
| fund, propose, release | ${coin.released} | ${token.released} |\n\
| fund, and proposeMany, releaseMany of ${batch} | ${coin.strangers} | ${token.strangers} |\n\
| fundMany, proposeMany, releaseMany of ${batch} | ${coin.batched} | ${token.batched} |\n\
| with an owner: fund, propose, release | ${other.released} | ${otherToken.released} |\n\
| with an owner: fund, and proposeMany, releaseMany of ${batch} | ${other.strangers} | ${otherToken.strangers} |\n\
| second version: fund, propose, release | 174635 | 216109 |\n\
| first version: fund, propose, release | 199000 | 229000 |\n\
| Kleros Escrow | 134000 | |\n\
| StandardBounties | 469000 | |\n`,
      )
    })
  },
  { owner: native },
)

describeWorld('the gas table of the second version', world => {
  test('is within 5% of what each action takes', async () =>
    expectActions('gas of the second version', world()))
})

async function expectActions(table: string, world: World): Promise<void> {
  const coin = await measure(world, native)
  const token = await measure(world, world.token)
  const deployment = await deploymentGas(world)
  const lines = [...coin].map(([action, gas]) => `| ${action} | ${gas} | ${token.get(action)} |\n`)
  const head = '| Action | Coin | ERC-20 |\n|---|---:|---:|\n'
  expectTable(table, `${head}${lines.join('')}| deploy | ${deployment} | |\n`)
}
