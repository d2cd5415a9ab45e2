import {
  type Address,
  type ContractFunctionArgs,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseEventLogs,
  toHex,
} from 'viem'
import { questEscrowAbi, questEscrowBytecode } from '../src/index.ts'
import { assetsOn, native } from './assets.ts'
import { type Outcome, startChain } from './chain.ts'
import { testTokenAbi, testTokenBytecode } from './fixtures.ts'
import { type Action, reviewWindow } from './terms.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
type Mutating = 'nonpayable' | 'payable'
export type ActionArgs<Name extends Action> = ContractFunctionArgs<typeof questEscrowAbi, Mutating, Name>
export { native }

type Funding = { token?: Address; amountEach?: bigint; slots?: number }
const states = ['None', 'Proposed', 'Disputed', 'Released', 'Refunded'] as const

/** A chain with QuestEscrow, a token of which the givers have plenty, and the people of every story. */
export async function startWorld() {
  const chain = await startChain()
  const { client } = chain
  const [operator, arbiter, giver, farmer, otherGiver, otherFarmer, stranger] = named(chain.people)
  const address = await chain.deploy(questEscrowAbi, questEscrowBytecode, [operator, arbiter, reviewWindow])
  const token = await chain.deploy(testTokenAbi, testTokenBytecode, ['Test Dollar', 'TUSD', 6])
  const assets = assetsOn(chain, address)
  for (const rich of [giver, otherGiver]) await assets.allow(token, rich, 10n ** 18n)
  let quests = 0

  /** Calls QuestEscrow, and answers with its events as pairs of name and arguments. */
  async function act<Name extends Action>(from: Address, name: Name, args: ActionArgs<Name>, value = 0n) {
    const outcome = await chain.send({ from, to: address, data: encode(name, args), value })
    return { error: outcome.error, events: eventsOf(outcome), gasUsed: outcome.gasUsed }
  }

  function eventsOf({ logs }: Outcome) {
    const own = logs.filter(log => log.address.toLowerCase() === address.toLowerCase())
    return parseEventLogs({ abi: questEscrowAbi, logs: own }).map(log => [log.eventName, log.args] as const)
  }

  return {
    ...chain,
    address,
    token,
    operator,
    arbiter,
    giver,
    farmer,
    otherGiver,
    otherFarmer,
    stranger,
    act,
    ...assets,
    eventsOf,
    escrowOf: (giver: Address, quest: Hex) =>
      client.readContract({ abi: questEscrowAbi, address, functionName: 'escrowOf', args: [giver, quest] }),
    /** Funds a new quest of the giver, and answers with its escrow. */
    fundQuest: async ({ token = native, amountEach = 1000n, slots = 3 }: Funding = {}): Promise<Hex> => {
      const quest = questId(`quest ${++quests}`)
      const value = token === native ? amountEach * BigInt(slots) : 0n
      const { error } = await act(giver, 'fund', [quest, token, amountEach, slots], value)
      if (error) throw new Error(`The quest was not funded: ${error}`)
      return client.readContract({
        abi: questEscrowAbi,
        address,
        functionName: 'escrowOf',
        args: [giver, quest],
      })
    },
    newQuest: () => questId(`quest ${++quests}`),
    escrow: async (id: Hex) => {
      const [giver, fundedAt, slots, token, free, held, closed, amountEach] = await client.readContract({
        abi: questEscrowAbi,
        address,
        functionName: 'escrows',
        args: [id],
      })
      return { giver, fundedAt, slots, token, free, held, closed, amountEach }
    },
    payment: async (id: Hex, farmer: Address) => {
      const [state, verified, reviewEndsAt, disputedAt] = await client.readContract({
        abi: questEscrowAbi,
        address,
        functionName: 'payments',
        args: [id, farmer],
      })
      return { state: states[state], verified, reviewEndsAt, disputedAt }
    },
  }
}

/** The id that a quest has on chain. */
export function questId(id: string): Hex {
  return keccak256(toHex(id))
}

export function encode<Name extends Action>(functionName: Name, args: ActionArgs<Name>): Hex {
  return encodeFunctionData({ abi: questEscrowAbi, functionName, args } as EncodeFunctionDataParameters)
}

function named([a, b, c, d, e, f, g]: readonly Address[]) {
  if (!a || !b || !c || !d || !e || !f || !g) throw new Error('anvil has too few accounts')
  return [a, b, c, d, e, f, g] as const
}
