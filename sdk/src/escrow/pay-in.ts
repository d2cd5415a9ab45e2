import {
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  stringToBytes,
  zeroAddress,
} from 'viem'
import type { Quest } from '../contract/index.ts'
import { hasSecond } from '../escrow-version.ts'
import { escrowAbi } from './abi.ts'
import { callContract, type Node, toHex } from './node.ts'

/** The money that goes into the contract for one quest. */
export type Deposit = {
  /** keccak256 of the quest's id. */
  readonly quest: Hex
  /** The deposit's id in the contract. */
  readonly id: Hex
  readonly amountEach: bigint
  readonly places: number
  readonly total: bigint
}

/** A giver's word that somebody else may pay in for them, until the deadline in unix seconds. */
export type Sponsorship = { readonly giver: string; readonly deadline: number; readonly signature: string }

/** The deposits of one token in one contract that one call pays in. */
export type PayIn = {
  readonly chainId: number
  readonly escrow: Hex
  /** The version of the contract; the second one where none is told. */
  readonly version?: number
  readonly token: Hex
  readonly isCoin: boolean
  readonly total: bigint
  /** Whether a signature may stand for an allowance: of one deposit of one's own, from the second version of the contract on. */
  readonly takesPermits: boolean
  readonly deposits: readonly Deposit[]
  readonly sponsorship?: Sponsorship
}

/** A transaction that a wallet sends; `value` is the coin sent with it, in hex. */
export type Call = { readonly to: Hex; readonly data: Hex; readonly value: Hex }

/** A quest that its contract holds funds for, as the service shows it. */
export type QuestOnChain = Pick<Quest, 'id' | 'giver' | 'maxFarmers'> & {
  readonly funding: Pick<
    Quest['funding'],
    'chainId' | 'escrow' | 'contractVersion' | 'escrowId' | 'tokenAddress' | 'amountEach'
  >
}

/**
 * Gathers the deposits of these quests of one giver, for one call.
 *
 * @throws TypeError for quests that no contract holds funds for, of several givers, contracts or tokens, for several in the
 * first version of the contract, and where the service names another deposit than the quest's.
 */
export function payInOf(quests: readonly QuestOnChain[]): PayIn {
  const [first, ...others] = quests
  if (first === undefined) throw new TypeError('There is no quest to pay in for.')
  const { giver, funding } = first
  const { chainId, escrow, tokenAddress, contractVersion = 1 } = funding
  if (chainId === undefined || escrow === undefined || tokenAddress === undefined)
    throw new TypeError('The funds of this quest are kept in no contract.')
  const isTogether = others.every(
    other =>
      same(other.giver, giver) &&
      other.funding.chainId === chainId &&
      same(other.funding.escrow, escrow) &&
      same(other.funding.tokenAddress, tokenAddress),
  )
  if (!isTogether)
    throw new TypeError('One call pays in for quests of one giver, in one token and one contract.')
  if (others.length > 0 && !hasSecond(contractVersion))
    throw new TypeError('The first version of the contract takes one quest at a time.')
  const deposits = quests.map(depositOf)
  const token = getAddress(tokenAddress)
  return {
    chainId,
    escrow: getAddress(escrow),
    version: contractVersion,
    token,
    isCoin: token === zeroAddress,
    takesPermits: hasSecond(contractVersion) && others.length === 0,
    total: sumOf(deposits),
    deposits,
  }
}

function depositOf({ id: questId, giver, funding, maxFarmers: places }: QuestOnChain): Deposit {
  const quest = keccak256(stringToBytes(questId))
  const types = [{ type: 'address' }, { type: 'bytes32' }] as const
  const id = keccak256(encodeAbiParameters(types, [getAddress(giver), quest]))
  // A service could have a wallet fund another deposit than it shows.
  if (!same(funding.escrowId, id))
    throw new TypeError('The deposit that the service names is not of this quest.')
  const amountEach = BigInt(funding.amountEach ?? 0)
  return { quest, id, amountEach, places, total: amountEach * BigInt(places) }
}

const sumOf = (deposits: readonly Deposit[]) => deposits.reduce((sum, { total }) => sum + total, 0n)

function same(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

/** The same without the deposits that the contract has already; null where it has all. */
export async function leftOf(node: Node, payIn: PayIn): Promise<PayIn | null> {
  const paid = await Promise.all(payIn.deposits.map(deposit => isPaid(node, payIn.escrow, deposit)))
  const deposits = payIn.deposits.filter((_, index) => !paid[index])
  return deposits.length === 0 ? null : { ...payIn, deposits, total: sumOf(deposits) }
}

async function isPaid(node: Node, escrow: Hex, { id }: Deposit): Promise<boolean> {
  const answer = await callContract(node, escrow, escrowsData(id))
  return /[1-9a-f]/i.test(answer.slice(2))
}

/** The call that asks the contract for a deposit. */
export function escrowsData(id: Hex): Hex {
  return encodeFunctionData({ abi: escrowAbi, functionName: 'escrows', args: [id] })
}

/** Lets the contract take that much of the token. */
export function allowCall({ escrow, token }: PayIn, amount: bigint): Call {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [escrow, amount] })
  return { to: token, data, value: '0x0' }
}

/** Pays in what the contract may take already, or the coin: one quest, several, or for a giver who signed. */
export function depositCall(payIn: PayIn): Call {
  const { escrow, token, isCoin, total, deposits, sponsorship } = payIn
  const value = toHex(isCoin ? total : 0n)
  if (sponsorship !== undefined) return { to: escrow, data: fundForData(payIn, sponsorship), value }
  if (deposits.length > 1) {
    const fundings = deposits.map(({ quest, amountEach, places }) => ({ quest, amountEach, slots: places }))
    const data = encodeFunctionData({ abi: escrowAbi, functionName: 'fundMany', args: [token, fundings] })
    return { to: escrow, data, value }
  }
  const { quest, amountEach, places } = onlyDeposit(payIn)
  const args = [quest, token, amountEach, places] as const
  return { to: escrow, data: encodeFunctionData({ abi: escrowAbi, functionName: 'fund', args }), value }
}

function fundForData(payIn: PayIn, { giver, deadline, signature }: Sponsorship): Hex {
  const { quest, amountEach, places } = onlyDeposit(payIn)
  const args = [
    getAddress(giver),
    quest,
    payIn.token,
    amountEach,
    places,
    BigInt(deadline),
    signature as Hex,
  ] as const
  return encodeFunctionData({ abi: escrowAbi, functionName: 'fundFor', args })
}

/** @throws TypeError for several: their signatures are each for one. */
export function onlyDeposit({ deposits: [deposit, ...others] }: PayIn): Deposit {
  if (deposit === undefined || others.length > 0)
    throw new TypeError('A signature pays in for one quest at a time.')
  return deposit
}
