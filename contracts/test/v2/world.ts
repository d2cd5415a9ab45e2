import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  type Hex,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { questEscrowV2Abi as abi, questEscrowV2Bytecode as bytecode } from '../../src/index.ts'
import { assetsOn, native } from '../assets.ts'
import { type Outcome, startChain } from '../chain.ts'
import { describeIn } from '../describe-world.ts'
import { questId } from '../escrow.ts'
import { actorAbi, actorBytecode, quirkyTokenAbi, testTokenAbi, testTokenBytecode } from '../fixtures.ts'
import { day, reviewWindow } from '../terms.ts'
import { signerFor } from './signatures.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
export type Action = ContractFunctionName<typeof abi, 'nonpayable' | 'payable'>
export type ActionArgs<Name extends Action> = ContractFunctionArgs<typeof abi, 'nonpayable' | 'payable', Name>
type Funding = { token?: Address; amountEach?: bigint; slots?: number; giver?: Address }
export type TermsGiven = { attester?: Address; owner?: Address; uptimeFeed?: Address; arbiter?: Address }

export const disputePeriod = 14n * day
export const noticePeriod = 7n * day
export const year = 365n * day
const states = ['None', 'Proposed', 'Disputed', 'Released', 'Refunded', 'Split', 'Unpaid'] as const
export const moods = { accept: 0, refuse: 1, burnGas: 2, callBack: 3, shout: 4 } as const

export function describeWorld(name: string, tests: (world: () => World) => void): void {
  describeIn(startWorld, name, tests)
}

/** A chain with the second version, a token of which the givers have plenty, and the people of every story. */
export async function startWorld() {
  const chain = await startChain()
  const { client } = chain
  const [operator, arbiter, giver, farmer, otherGiver, otherFarmer, stranger, attester, owner, sponsor] =
    people(chain.people)
  const address = await deployEscrow()
  const token = await chain.deploy(testTokenAbi, testTokenBytecode, ['Test Dollar', 'TUSD', 6])
  const assets = assetsOn(chain, address)
  for (const rich of [giver, otherGiver, sponsor]) await assets.allow(token, rich, 10n ** 18n)
  let quests = 0

  /** Deploys one more, with the usual roles but for those given. */
  function deployEscrow(given: TermsGiven = {}): Promise<Address> {
    const roles = { operator, arbiter, attester, owner, uptimeFeed: zeroAddress, ...given }
    return chain.deploy(abi, bytecode, [{ ...roles, reviewWindow, disputePeriod }])
  }

  /** Actions on one contract: the world's own, or another. */
  function at(address: Address) {
    /** Calls it, and answers with its events as pairs of name and arguments. */
    async function act<Name extends Action>(
      from: Address,
      name: Name,
      args: ActionArgs<Name>,
      value = 0n,
      gas?: bigint,
    ) {
      const data = encode(name, args)
      const outcome = await chain.send({ from, to: address, data, value, ...(gas ? { gas } : {}) })
      return { error: outcome.error, events: eventsOf(outcome), gasUsed: outcome.gasUsed }
    }

    function eventsOf({ logs }: Outcome) {
      const own = logs.filter(log => log.address.toLowerCase() === address.toLowerCase())
      return parseEventLogs({ abi, logs: own }).map(log => [log.eventName, log.args] as const)
    }

    const escrowOf = (giver: Address, quest: Hex) =>
      client.readContract({ abi, address, functionName: 'escrowOf', args: [giver, quest] })

    return {
      address,
      act,
      eventsOf,
      escrowOf,
      sign: signerFor(chain, address),
      /** Funds a new quest, and answers with its escrow. */
      fundQuest: async (given: Funding = {}): Promise<Hex> => {
        const { token = native, amountEach = 1000n, slots = 3, giver: from = giver } = given
        const quest = newQuest()
        const value = token === native ? amountEach * BigInt(slots) : 0n
        const { error } = await act(from, 'fund', [quest, token, amountEach, slots], value)
        if (error) throw new Error(`The quest was not funded: ${error}`)
        return escrowOf(from, quest)
      },
      escrow: async (id: Hex) => {
        const seen = await client.readContract({ abi, address, functionName: 'escrows', args: [id] })
        const [giver, endsAt, slots, token, free, held, closed, amountEach] = seen
        return { giver, endsAt, slots, token, free, held, closed, amountEach }
      },
      payment: async (id: Hex, farmer: Address) => {
        const seen = await client.readContract({ abi, address, functionName: 'payments', args: [id, farmer] })
        const [state, verified, reviewEndsAt, disputedAt, decidedAt, share, returned, ...rest] = seen
        const [attested, farmerOwed, giverOwed] = rest
        const times = {
          reviewEndsAt: BigInt(reviewEndsAt),
          disputedAt: BigInt(disputedAt),
          decidedAt: BigInt(decidedAt),
        }
        return {
          state: states[state],
          verified,
          ...times,
          share,
          returned,
          attested,
          farmerOwed,
          giverOwed,
        }
      },
    }
  }

  function newQuest(): Hex {
    return questId(`quest ${++quests}`)
  }

  /** Calls any contract. */
  function call(from: Address, to: Address, abi: Abi, functionName: string, args: readonly unknown[]) {
    return chain.send({ from, to, data: encodeFunctionData({ abi, functionName, args }) })
  }

  return {
    ...chain,
    ...at(address),
    ...assets,
    at,
    call,
    deployEscrow,
    newQuest,
    token,
    operator,
    arbiter,
    giver,
    farmer,
    otherGiver,
    otherFarmer,
    stranger,
    attester,
    owner,
    sponsor,
    /** A contract that takes part, and its behaviour when it receives money. */
    newActor: async () => {
      const actor = await chain.deploy(actorAbi, actorBytecode)
      return {
        address: actor,
        feel: (mood: keyof typeof moods, data: Hex = '0x', target = address) =>
          call(stranger, actor, actorAbi, 'setMood', [moods[mood], target, data]),
        act: async <Name extends Action>(name: Name, args: ActionArgs<Name>, value = 0n) => {
          const doing = [address, value, encode(name, args)] as const
          const data = encodeFunctionData({ abi: actorAbi, functionName: 'act', args: doing })
          return chain.send({ from: stranger, to: actor, data, value })
        },
      }
    },
    block: (token: Address, holder: Address, blocked: boolean) =>
      call(stranger, token, quirkyTokenAbi, 'setBlocked', [holder, blocked]),
  }
}

export function encode<Name extends Action>(functionName: Name, args: ActionArgs<Name>): Hex {
  return encodeFunctionData({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
}

function people(all: readonly Address[]) {
  const [a, b, c, d, e, f, g, h, i, j] = all
  if (!a || !b || !c || !d || !e || !f || !g || !h || !i || !j) throw new Error('anvil has too few accounts')
  return [a, b, c, d, e, f, g, h, i, j] as const
}
