import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { arbitratorAbi } from './abi.ts'
import { arbiterOf, type DisputeOnChain, groupOf } from './court.ts'
import { callContract, type Node, toHex } from './node.ts'
import type { Call } from './pay-in.ts'

/** The two sides of a dispute before a court, in the order of its rulings. */
export const courtSides = ['farmer', 'giver'] as const
export type CourtSide = (typeof courtSides)[number]

/** Where a dispute stands with an arbiter that passes appeals on. */
export const courtStages = ['none', 'paying', 'asked', 'closed'] as const

/** An arbiter that passes appeals on (`CourtArbiterV2`), and one dispute there. Sums are in the coin's smallest unit, times unix seconds. */
export type AppealableCourt = {
  readonly arbiter: Hex
  /** The dispute's id there. */
  readonly group: bigint
  readonly stage: (typeof courtStages)[number]
  /** The price of a dispute, which each side pays. */
  readonly fee: bigint
  readonly hasPaid: Readonly<Record<CourtSide, boolean>>
  /** The time from which a dispute that one side alone paid for can be ended. */
  readonly endsAt: number
  readonly isCarriedOut: boolean
  /** How many times both sides paid: once for the dispute, and once for each appeal. */
  readonly rounds: number
  /** Whether and how the ruling of now can be appealed; null where it cannot. */
  readonly appeal: Appeal | null
}

/** The time in which a ruling can be appealed. */
export type Appeal = {
  /** The side for which the court rules as things stand; null where it rules for neither. */
  readonly favours: CourtSide | null
  readonly sides: Readonly<Record<CourtSide, AppealOfSide>>
}

/** The appeal of one side. */
export type AppealOfSide = {
  /** The rest of its price; 0 where all is paid, or its time is over. */
  readonly missing: bigint
  readonly isPaid: boolean
  /** The end of its time. */
  readonly until: number
}

const appealsAbi = parseAbi([
  'function FEE_TIME() view returns (uint256)',
  'function LOSER_STAKE() view returns (uint256)',
  'function arbitrator() view returns (address)',
  'function extraData() view returns (bytes)',
  'function cases(uint256 group) view returns (address escrow, uint8 stage, uint8 ruling, bool isCarriedOut, uint40 paidAt, address farmer, bytes32 id, uint256 disputeID, uint256 rounds)',
  'function roundOf(uint256 group, uint256 number) view returns (uint256 forFarmer, uint256 forGiver, uint256 pot)',
  'function appealFee(uint256 group, uint256 side) view returns (uint256 cost, uint256 needed)',
  'function appeal(uint256 group, uint256 side) payable',
])
const whole = 10_000n

/** null where the arbiter passes no appeals on. @throws the node's own errors. */
export async function readAppealableCourt(
  node: Node,
  dispute: DisputeOnChain,
): Promise<AppealableCourt | null> {
  const arbiter = await arbiterOf(node, dispute)
  const feeTime = await ask<bigint>(node, arbiter, 'FEE_TIME').catch(() => null)
  if (feeTime === null) return null
  const group = groupOf(dispute)
  const [found, first, fee] = await Promise.all([
    ask<Case>(node, arbiter, 'cases', [group]),
    ask<Paid>(node, arbiter, 'roundOf', [group, 0n]),
    readFee(node, arbiter),
  ])
  const [, stageNumber, , isCarriedOut, paidAt, , , disputeID, rounds] = found
  const stage = courtStages[stageNumber] ?? 'none'
  return {
    ...{ arbiter, group, stage, fee, isCarriedOut, rounds: Number(rounds) },
    hasPaid: { farmer: first[0] > 0n, giver: first[1] > 0n },
    endsAt: paidAt + Number(feeTime),
    appeal: stage === 'asked' ? await readAppeal(node, { arbiter, disputeID, group, rounds }) : null,
  }
}

type Case = readonly [Hex, number, number, boolean, number, Hex, Hex, bigint, bigint]
type Paid = readonly [bigint, bigint, bigint]
type Fee = readonly [cost: bigint, needed: bigint]
type Asked = {
  readonly arbiter: Hex
  readonly disputeID: bigint
  readonly group: bigint
  readonly rounds: bigint
}

async function readFee(node: Node, arbiter: Hex): Promise<bigint> {
  const [court, extraData] = await Promise.all([
    ask<Hex>(node, arbiter, 'arbitrator'),
    ask<Hex>(node, arbiter, 'extraData'),
  ])
  return askCourt<bigint>(node, court, 'arbitrationCost', [extraData])
}

/** The side that the court does not favour has the first half of the time, and a larger stake. */
async function readAppeal(node: Node, { arbiter, disputeID, group, rounds }: Asked): Promise<Appeal | null> {
  const court = await ask<Hex>(node, arbiter, 'arbitrator')
  const refused = () => null
  const [paid, ofFarmer, ofGiver] = await Promise.all([
    ask<Paid>(node, arbiter, 'roundOf', [group, rounds]),
    // It refuses where the time for this side is over.
    ask<Fee>(node, arbiter, 'appealFee', [group, 1n]).catch(refused),
    ask<Fee>(node, arbiter, 'appealFee', [group, 2n]).catch(refused),
  ])
  const cost = (ofFarmer ?? ofGiver)?.[0]
  if (cost === undefined) return null
  const [[from, until], ruling, stake] = await Promise.all([
    askCourt<readonly [bigint, bigint]>(node, court, 'appealPeriod', [disputeID]),
    askCourt<bigint>(node, court, 'currentRuling', [disputeID]),
    ask<bigint>(node, arbiter, 'LOSER_STAKE'),
  ])
  const favours = courtSides[Number(ruling) - 1] ?? null
  const sideOf = (side: CourtSide, fee: Fee | null, already: bigint): AppealOfSide => {
    const needed = fee?.[1] ?? cost + (cost * stake) / whole
    const missing = already < needed ? needed - already : 0n
    const end = favours === null || favours === side ? until : (from + until) / 2n
    return { missing: fee === null ? 0n : missing, isPaid: missing === 0n, until: Number(end) }
  }
  return {
    favours,
    sides: { farmer: sideOf('farmer', ofFarmer, paid[0]), giver: sideOf('giver', ofGiver, paid[1]) },
  }
}

/** Pays for one side's appeal; anybody may, and too much comes back at once. */
export function appealCall({ arbiter, group }: AppealableCourt, side: CourtSide, amount: bigint): Call {
  const args = [group, BigInt(courtSides.indexOf(side) + 1)] as const
  const data = encodeFunctionData({ abi: appealsAbi, functionName: 'appeal', args })
  return { to: arbiter, data, value: toHex(amount) }
}

/** The question to the arbiter what was paid in the round that is under way. */
export function roundData({ group, rounds }: AppealableCourt): Hex {
  const args = [group, BigInt(rounds)] as const
  return encodeFunctionData({ abi: appealsAbi, functionName: 'roundOf', args })
}

async function ask<Answer>(
  node: Node,
  to: Hex,
  functionName: (typeof appealsAbi)[number]['name'],
  args: readonly unknown[] = [],
): Promise<Answer> {
  const request = { abi: appealsAbi, functionName, args } as never
  const data = (await callContract(node, to, encodeFunctionData(request))) as Hex
  return decodeFunctionResult({ abi: appealsAbi, functionName, data } as never) as Answer
}

async function askCourt<Answer>(
  node: Node,
  to: Hex,
  functionName: (typeof arbitratorAbi)[number]['name'],
  args: readonly unknown[],
): Promise<Answer> {
  const data = await callContract(
    node,
    to,
    encodeFunctionData({ abi: arbitratorAbi, functionName, args } as never),
  )
  return decodeFunctionResult({ abi: arbitratorAbi, functionName, data } as never) as Answer
}
