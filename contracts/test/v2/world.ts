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
import {
  questEscrowV2Abi,
  questEscrowV2Bytecode,
  questEscrowV3Abi,
  questEscrowV3Bytecode,
} from '../../src/index.ts'
import { assetsOn, native } from '../assets.ts'
import { type Outcome, startChain } from '../chain.ts'
import { describeIn } from '../describe-world.ts'
import { questId } from '../escrow.ts'
import { actorAbi, actorBytecode, quirkyTokenAbi, testTokenAbi, testTokenBytecode } from '../fixtures.ts'
import { day, reviewWindow } from '../terms.ts'
import { signerFor } from './signatures.ts'
import { work } from './work.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
type Mutating = 'nonpayable' | 'payable'
/** The third version has all of the second, and more. */
export type Action = ContractFunctionName<typeof questEscrowV3Abi, Mutating>
type SecondAction = ContractFunctionName<typeof questEscrowV2Abi, Mutating>
export type ActionArgs<Name extends Action> =
  | ContractFunctionArgs<typeof questEscrowV3Abi, Mutating, Name>
  | (Name extends SecondAction ? ContractFunctionArgs<typeof questEscrowV2Abi, Mutating, Name> : never)
export type Version = 2 | 3
type Funding = { token?: Address; amountEach?: bigint; slots?: number; giver?: Address }
export type TermsGiven = {
  operator?: Address
  attester?: Address
  owner?: Address
  uptimeFeed?: Address
  arbiter?: Address
  tokens?: readonly [Address, Address, Address]
}

export const disputePeriod = 14n * day
export const noticePeriod = 7n * day
export const year = 365n * day
/** The arbiter's word of the third version is carried out so long after it. */
export const rulingDelay = day
const states = ['None', 'Proposed', 'Disputed', 'Released', 'Refunded', 'Split', 'Unpaid', 'Ruled'] as const
export const moods = { accept: 0, refuse: 1, burnGas: 2, callBack: 3, shout: 4 } as const

/** The same promises, held by the second version and by the third. */
export function describeBoth(name: string, tests: (world: () => World) => void): void {
  describeWorld(name, tests)
  describeThird(name, tests)
}

/** In a world of the second version. */
export function describeWorld(name: string, tests: (world: () => World) => void): void {
  describeIn(startWorld, name, tests)
}

/** In a world of the third version. */
export function describeThird(
  name: string,
  tests: (world: () => World) => void,
  given: TermsGiven = {},
): void {
  describeIn(() => startWorld(3, given), `${name}, in the third version`, tests)
}

/** A chain with one version, a token of which the givers have plenty, and the people of every story. */
export async function startWorld(version: Version = 2, given: TermsGiven = {}) {
  const abi = (version === 2 ? questEscrowV2Abi : questEscrowV3Abi) as typeof questEscrowV3Abi
  const bytecode = version === 2 ? questEscrowV2Bytecode : questEscrowV3Bytecode
  const chain = await startChain()
  const { client } = chain
  const [operator, arbiter, giver, farmer, otherGiver, otherFarmer, stranger, attester, owner, sponsor] =
    people(chain.people)
  const token = await chain.deploy(testTokenAbi, testTokenBytecode, ['Test Dollar', 'TUSD', 6])
  const address = await deployEscrow(given)
  const assets = assetsOn(chain, address)
  for (const rich of [giver, otherGiver, sponsor]) await assets.allow(token, rich, 10n ** 18n)
  let quests = 0

  /** Deploys one more, with the usual roles but for those given. */
  function deployEscrow(given: TermsGiven = {}): Promise<Address> {
    const tokens = [token, zeroAddress, zeroAddress]
    const roles = { operator, arbiter, attester, owner, uptimeFeed: zeroAddress, tokens, ...given }
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
      const data = encodeFor(version, name, args)
      const outcome = await chain.send({ from, to: address, data, value, ...(gas ? { gas } : {}) })
      return { error: outcome.error, events: eventsOf(outcome), gasUsed: outcome.gasUsed }
    }

    /** The arbiter decides, and the decision is carried out: at once in the second version, a day later in the third. */
    async function decide<Name extends 'resolve' | 'split'>(
      from: Address,
      name: Name,
      args: ActionArgs<Name>,
    ) {
      const ruled = await act(from, name, args)
      if (version === 2 || ruled.error !== null) return ruled
      chain.wait(rulingDelay)
      const [escrow, farmer] = args as unknown as readonly [Hex, Address]
      const done = await act(stranger, 'release', [escrow, farmer])
      const told = ruled.events.filter(([event]) => event !== 'Ruled')
      return { error: done.error, events: [...told, ...done.events], gasUsed: done.gasUsed }
    }

    /** The operator proposes work that the attester signed for. */
    function proposeAttested(
      ...[from, escrow, farmer, deadline, signature]: [Address, Hex, Address, bigint, Hex]
    ) {
      return version === 2
        ? act(from, 'proposeAttested', [escrow, farmer, deadline, signature])
        : act(from, 'proposeAttested', [escrow, farmer, work, deadline, signature])
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
      decide,
      proposeAttested,
      eventsOf,
      escrowOf,
      sign: signerFor(chain, address, version),
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
        const [attested, farmerOwed, giverOwed, paused] = rest
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
          ...(paused ? { paused } : {}),
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
    version,
    abi,
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
          const doing = [address, value, encodeFor(version, name, args)] as const
          const data = encodeFunctionData({ abi: actorAbi, functionName: 'act', args: doing })
          return chain.send({ from: stranger, to: actor, data, value })
        },
      }
    },
    block: (token: Address, holder: Address, blocked: boolean) =>
      call(stranger, token, quirkyTokenAbi, 'setBlocked', [holder, blocked]),
  }
}

/** For a function that both versions have alike. */
export function encode<Name extends Action>(functionName: Name, args: ActionArgs<Name>): Hex {
  return encodeFor(3, functionName, args)
}

function encodeFor<Name extends Action>(version: Version, functionName: Name, args: ActionArgs<Name>): Hex {
  const abi = version === 2 ? questEscrowV2Abi : questEscrowV3Abi
  return encodeFunctionData({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
}

function people(all: readonly Address[]) {
  const [a, b, c, d, e, f, g, h, i, j] = all
  if (!a || !b || !c || !d || !e || !f || !g || !h || !i || !j) throw new Error('anvil has too few accounts')
  return [a, b, c, d, e, f, g, h, i, j] as const
}
