import { type Address, encodeDeployData } from 'viem'
import { expect, test } from 'vitest'
import { questEscrowAbi, questEscrowBytecode } from '../src/index.ts'
import { describeWorld } from './describe-world.ts'
import { type ActionArgs, native, type World } from './escrow.ts'
import { expectTable } from './gas-table.ts'
import { type Action, day, reviewWindow } from './terms.ts'

describeWorld('the gas table of the first version in the README', world => {
  test('is within 5% of what each action takes', async () => {
    const coin = await measure(world(), native)
    const token = await measure(world(), world().token)
    const deployment = await deploymentGas(world())
    const lines = [...coin].map(([action, gas]) => `| ${action} | ${gas} | ${token.get(action)} |\n`)
    const head = '| Action | Coin | ERC-20 |\n|---|---:|---:|\n'
    expectTable('gas of the first version', `${head}${lines.join('')}| deploy | ${deployment} | |\n`)
  })
})

/** Each action once, by people who have held the asset before, as they mostly have. */
async function measure(world: World, token: Address): Promise<Map<string, bigint>> {
  const { act, allow, arbiter, farmer, fundQuest, giver, newQuest, operator, stranger, wait } = world
  const gas = new Map<string, bigint>()
  async function take<Name extends Action>(
    row: string,
    from: Address,
    name: Name,
    args: ActionArgs<Name>,
    value = 0n,
  ) {
    const outcome = await act(from, name, args, value)
    expect(outcome.error, row).toBeNull()
    gas.set(row, outcome.gasUsed)
  }
  const proposed = async (disputed = false) => {
    const id = await fundQuest({ token, amountEach: 10n ** 6n })
    await act(operator, 'propose', [id, farmer, true])
    if (disputed) await act(giver, 'dispute', [id, farmer])
    return id
  }
  if (token !== native) await allow(token, farmer, 1n)
  await proposed()

  await take('fund', giver, 'fund', [newQuest(), token, 10n ** 6n, 3], token === native ? 3n * 10n ** 6n : 0n)
  await take('propose', operator, 'propose', [await fundQuest({ token }), farmer, false])
  await take('approve', giver, 'approve', [await proposed(), farmer])
  await take('dispute', giver, 'dispute', [await proposed(), farmer])
  await take('resolve, paid', arbiter, 'resolve', [await proposed(true), farmer, true])
  await take('resolve, refunded', arbiter, 'resolve', [await proposed(true), farmer, false])
  const [unresolved, due] = [await proposed(true), await proposed()]
  wait(14n * day + reviewWindow)
  await take('settle', stranger, 'settle', [unresolved, farmer])
  await take('release', stranger, 'release', [due, farmer])
  const closing = await fundQuest({ token })
  await take('close', operator, 'close', [closing])
  await take('refund', giver, 'refund', [closing])
  return gas
}

async function deploymentGas({ arbiter, operator, send, stranger }: World): Promise<bigint> {
  const args = [operator, arbiter, reviewWindow] as const
  const data = encodeDeployData({ abi: questEscrowAbi, bytecode: questEscrowBytecode, args })
  return (await send({ from: stranger, data })).gasUsed
}
