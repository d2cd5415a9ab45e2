import { courtArbiterAbi, questEscrowV2Abi } from '@furrow/contracts'
import type { Quest } from '@furrow/sdk'
import {
  type Abi,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
} from 'viem'
import { type Order, termsOf } from './escrow-call.ts'
import { callContract, isOnChain, type Node, toHex } from './node.ts'

/** The court behind a contract's arbiter (ERC-792), and one dispute there. */
export type Court = {
  readonly arbiter: Hex
  /** In the coin's smallest unit. */
  readonly fee: bigint
  readonly isBrought: boolean
}

const costAbi = [
  {
    type: 'function',
    name: 'arbitrationCost',
    stateMutability: 'view',
    inputs: [{ type: 'bytes' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

/** null where the arbiter is no court, or the wallet is on another chain. @throws the wallet's own errors. */
export async function readCourt(node: Node, quest: Quest, farmer: string): Promise<Court | null> {
  if (!(await isOnChain(node, quest.funding.chainId ?? 1))) return null
  const { escrow } = termsOf(quest)
  const arbiter = getAddress((await ask(node, escrow, questEscrowV2Abi, 'arbiter')) as Hex)
  const arbitrator = await ask(node, arbiter, courtArbiterAbi, 'arbitrator').catch(() => null)
  if (arbitrator === null) return null
  const extraData = await ask(node, arbiter, courtArbiterAbi, 'extraData')
  const [fee, brought] = await Promise.all([
    ask(node, arbitrator as Hex, costAbi, 'arbitrationCost', [extraData]),
    readBrought(node, arbiter, quest, farmer),
  ])
  return { arbiter, fee: fee as bigint, isBrought: brought !== 0n }
}

/** Brings the dispute, for the court's fee. */
export function bringOrder({ arbiter, fee }: Court, quest: Quest, farmer: string): Order {
  const { escrow, id } = termsOf(quest)
  const args = [escrow, id, getAddress(farmer)] as const
  const data = encodeFunctionData({ abi: courtArbiterAbi, functionName: 'bring', args })
  return {
    call: { to: arbiter, data, value: toHex(fee) as Hex },
    watch: { to: arbiter, data: broughtData(quest, farmer) },
  }
}

async function readBrought(node: Node, arbiter: Hex, quest: Quest, farmer: string): Promise<bigint> {
  return BigInt(await callContract(node, arbiter, broughtData(quest, farmer)))
}

/** keccak256(abi.encode(contract, escrow, farmer)) is the dispute's group of evidence. */
function broughtData(quest: Quest, farmer: string): Hex {
  const { escrow, id } = termsOf(quest)
  const types = [{ type: 'address' }, { type: 'bytes32' }, { type: 'address' }] as const
  const group = BigInt(keccak256(encodeAbiParameters(types, [escrow, id, getAddress(farmer)])))
  return encodeFunctionData({ abi: courtArbiterAbi, functionName: 'broughtAs', args: [group] })
}

async function ask(
  node: Node,
  to: Hex,
  abi: Abi,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<unknown> {
  const data = (await callContract(node, to, encodeFunctionData({ abi, functionName, args }))) as Hex
  return decodeFunctionResult({ abi, functionName, data })
}
