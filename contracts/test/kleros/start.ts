import { readFileSync } from 'node:fs'
import { type Abi, type Address, encodeFunctionData, type Hex } from 'viem'
import { expect } from 'vitest'
import { native } from '../assets.ts'
import type { World } from '../v2/world.ts'

/** Kleros's own contracts, as their package from npm has them; each file says which. */
const kleros = (name: string): { abi: Abi; bytecode: Hex } =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'))

export const liquid = kleros('KlerosLiquid')
const [evidenceTime, voteTime] = [10n, 100n]
export const appealTime = 1000n
export const feeForJuror = 1000n

/** The tools that it takes from a chain. */
export type OnChain = Pick<World, 'call' | 'client' | 'deploy' | 'people' | 'send' | 'wait'>

/** The court of Kleros with one juror, who has much of its token staked and votes as they are told. */
export async function startKleros(world: OnChain) {
  const { call, client, deploy, people, wait } = world
  const [governor = native] = people
  const juror = people[9] ?? native
  const factory = await deploy(kleros('MiniMeTokenFactory').abi, kleros('MiniMeTokenFactory').bytecode)
  const token = kleros('MiniMeToken')
  const args = [factory, native, 0n, 'Pinakion', 18, 'PNK', true]
  const pinakion = await deploy(token.abi, token.bytecode, args)
  const random = await deploy(kleros('ConstantNG').abi, kleros('ConstantNG').bytecode, [10n])
  const tree = kleros('SortitionSumTreeFactory')
  const library = await deploy(tree.abi, tree.bytecode)
  const linked = liquid.bytecode.replace(
    /__SortitionSumTreeFactory_+/g,
    library.slice(2).toLowerCase(),
  ) as Hex
  const times = [evidenceTime, 10n, voteTime, appealTime]
  const terms = [governor, pinakion, random, 1n, 1n, false, 100n, 10_000n, feeForJuror, 511n, times, 5n]
  const court = await deploy(liquid.abi, linked, terms)
  const must = async (outcome: Promise<{ error: string | null }>) => expect((await outcome).error).toBeNull()
  await must(call(governor, pinakion, token.abi, 'generateTokens', [juror, 10n ** 6n]))
  await must(call(governor, pinakion, token.abi, 'changeController', [court]))
  await must(call(juror, court, liquid.abi, 'setStake', [0n, 10n ** 5n]))
  const doing = (from: Address, name: string, args: readonly unknown[] = []) =>
    must(call(from, court, liquid.abi, name, args))

  return {
    court,
    /** All jurors of the round vote so, and the time of the appeal begins. */
    vote: async (disputeID: bigint, choice: bigint, jurors: number) => {
      wait(evidenceTime)
      await doing(governor, 'passPhase')
      await client.mine({ blocks: 2 })
      wait(2n)
      await doing(governor, 'passPhase')
      await doing(governor, 'drawJurors', [disputeID, 20n])
      await doing(governor, 'passPhase')
      await doing(governor, 'passPeriod', [disputeID])
      const votes = Array.from({ length: jurors }, (_, vote) => BigInt(vote))
      await doing(juror, 'castVote', [disputeID, votes, choice, 0n])
      await doing(governor, 'passPeriod', [disputeID])
    },
    /** The time of the appeal is over, and the court rules. */
    end: async (disputeID: bigint, gas?: bigint) => {
      wait(appealTime)
      await doing(governor, 'passPeriod', [disputeID])
      const data = encodeFunctionData({ abi: liquid.abi, functionName: 'executeRuling', args: [disputeID] })
      return world.send({ from: governor, to: court, data, ...(gas ? { gas } : {}) })
    },
  }
}
