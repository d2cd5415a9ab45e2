import {
  type Abi,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
} from 'viem'
import { arbitratorAbi, courtAbi } from './abi.ts'
import { callContract, type Node, toHex } from './node.ts'
import type { Call } from './pay-in.ts'
import { readArbiter } from './plan.ts'

/** One dispute on chain. */
export type DisputeOnChain = {
  /** The escrow contract, and the deposit's id in it. */
  readonly escrow: string
  readonly escrowId: string
  readonly farmer: string
  /** The deposit's own arbiter, as those of the third version have; else it is the contract's. */
  readonly arbiter?: string | undefined
}

/** The court behind a contract's arbiter (ERC-792), and one dispute there. */
export type Court = {
  readonly arbiter: Hex
  /** In the coin's smallest unit. */
  readonly fee: bigint
  readonly isBrought: boolean
}

/** null where the arbiter is no court. @throws the node's own errors. */
export async function readCourt(node: Node, dispute: DisputeOnChain): Promise<Court | null> {
  const arbiter = await arbiterOf(node, dispute)
  const arbitrator = await ask(node, arbiter, courtAbi, 'arbitrator').catch(() => null)
  if (arbitrator === null) return null
  const extraData = await ask(node, arbiter, courtAbi, 'extraData')
  const [fee, brought] = await Promise.all([
    ask(node, arbitrator as Hex, arbitratorAbi, 'arbitrationCost', [extraData]),
    callContract(node, arbiter, broughtData(dispute)),
  ])
  return { arbiter, fee: fee as bigint, isBrought: BigInt(brought) !== 0n }
}

/** Brings the dispute, for the court's fee; anybody may. With an arbiter that passes appeals on a side pays for itself. */
export function bringCall({ arbiter, fee }: Pick<Court, 'arbiter' | 'fee'>, dispute: DisputeOnChain): Call {
  const data = encodeFunctionData({ abi: courtAbi, functionName: 'bring', args: wordsOf(dispute) })
  return { to: arbiter, data, value: toHex(fee) }
}

/** The question to the arbiter whether it was brought: keccak256(abi.encode(contract, escrow, farmer)) is its group of evidence. */
export function broughtData(dispute: DisputeOnChain): Hex {
  return encodeFunctionData({ abi: courtAbi, functionName: 'broughtAs', args: [groupOf(dispute)] })
}

export function groupOf(dispute: DisputeOnChain): bigint {
  const types = [{ type: 'address' }, { type: 'bytes32' }, { type: 'address' }] as const
  return BigInt(keccak256(encodeAbiParameters(types, wordsOf(dispute))))
}

export function arbiterOf(node: Node, { arbiter, escrow }: DisputeOnChain): Promise<Hex> {
  return arbiter === undefined ? readArbiter(node, getAddress(escrow)) : Promise.resolve(getAddress(arbiter))
}

function wordsOf({ escrow, escrowId, farmer }: DisputeOnChain) {
  return [getAddress(escrow), escrowId as Hex, getAddress(farmer)] as const
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
