import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { callContract, isContract, type Node } from './node.ts'
import { allowCall, type Call, depositCall, leftOf, type PayIn } from './pay-in.ts'
import { readPermitDomain } from './permit.ts'
import { isOpenToPermit2 } from './permit2.ts'
import { acceptCall, type Blocked, readAddress, readTaken } from './taken.ts'

/** One question of the wallet to its owner. */
export type Step = 'accept' | 'reset' | 'allow' | 'permit' | 'permit2' | 'deposit' | 'together'

/** Ways to ask the wallet. */
export type Ways = {
  /** Several calls at once, all or none (EIP-5792). */
  readonly batches: boolean
  /** A signature in the place of an allowance. */
  readonly permits: boolean
}

/** The chain's state before anything is sent. */
export type Known = {
  /** The amount that the contract may take from the wallet. */
  readonly allowance: bigint
  /** The token refuses to change an allowance, unless it was nothing (USDT). */
  readonly resets: boolean
  readonly together: boolean
  /** The signature that the token and the contract take in the place of an allowance: EIP-2612, or Permit2. */
  readonly permit: 'permit' | 'permit2' | null
  /** The operator, who is the arbiter too, and whom the giver has to accept as both before; left out or null for nobody. */
  readonly accepts?: Hex | null
}

/** The wallet's coming questions, in order. */
export function stepsOf(payIn: Pick<PayIn, 'total' | 'isCoin'>, known: Known): readonly Step[] {
  const steps = stepsOfDeposit(payIn, known)
  return known.accepts && !known.together ? ['accept', ...steps] : steps
}

function stepsOfDeposit({ total, isCoin }: Pick<PayIn, 'total' | 'isCoin'>, known: Known): readonly Step[] {
  if (isCoin || known.allowance >= total) return ['deposit']
  if (known.together) return ['together']
  if (known.permit !== null) return [known.permit, 'deposit']
  return known.allowance > 0n && known.resets ? ['reset', 'allow', 'deposit'] : ['allow', 'deposit']
}

/** Gas that the transaction of each question takes, about; a permit is used up by the deposit. */
const gas: Readonly<Record<Step, number>> = {
  accept: 50_000,
  reset: 30_000,
  allow: 50_000,
  permit: 55_000,
  permit2: 70_000,
  deposit: 105_000,
  together: 155_000,
}
const gasOfFurther = 60_000
const gasOfSponsor = 32_000

export function gasOf(steps: readonly Step[], { deposits, sponsorship }: PayIn): number {
  const base = steps.reduce((sum, step) => sum + gas[step], 0)
  return base + (deposits.length - 1) * gasOfFurther + (sponsorship === undefined ? 0 : gasOfSponsor)
}

const nothingMore = { resets: false, together: false, permit: null }

export async function readKnown(node: Node, from: string, payIn: PayIn, ways: Ways): Promise<Known> {
  const { accepts } = await readTaken(node, from, payIn)
  if (payIn.isCoin) return { allowance: 0n, ...nothingMore, accepts }
  const allowance = await readAllowance(node, from, payIn)
  if (allowance >= payIn.total) return { allowance, ...nothingMore, accepts }
  const [resets, permit] = await Promise.all([
    allowance > 0n && refusesChange(node, from, payIn),
    ways.permits && payIn.takesPermits ? readPermitKind(node, from, payIn) : null,
  ])
  return { allowance, resets, together: ways.batches, permit, accepts }
}

/** The token's own permit takes nothing before it; Permit2 is a way where the wallet let it take the sum earlier. */
async function readPermitKind(node: Node, from: string, payIn: PayIn): Promise<Known['permit']> {
  if ((await readPermitDomain(node, from, payIn)) !== null) return 'permit'
  return (await isOpenToPermit2(node, from, payIn)) ? 'permit2' : null
}

export function allowanceData({ escrow }: PayIn, from: string): Hex {
  const args = [getAddress(from), escrow] as const
  return encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
}

async function readAllowance(node: Node, from: string, payIn: PayIn): Promise<bigint> {
  return BigInt(await callContract(node, payIn.token, allowanceData(payIn, from)))
}

/** Tried without sending: tokens like USDT change an allowance only from nothing, and no list of them is complete. */
async function refusesChange(node: Node, from: string, payIn: PayIn): Promise<boolean> {
  const { to, data } = allowCall(payIn, payIn.total)
  return callContract(node, to, data, from).then(
    () => false,
    () => true,
  )
}

/** Facts for a person before anything is signed or sent. */
export type Plan = {
  /** The rest to pay in; null where all is in the contract. */
  readonly left: PayIn | null
  readonly known: Known | null
  readonly steps: readonly Step[]
  readonly gas: number
  /** The fee of all transactions, in the coin's smallest unit, about; null where the chain does not name its price. */
  readonly fee: bigint | null
  /** The wallet's balance of the token, in its smallest unit. */
  readonly balance: bigint
  readonly isEnough: boolean
  readonly arbiter: string
  readonly isArbiterContract: boolean
  /** Why the contract would refuse the deposit; null where it takes it. */
  readonly blocked: Blocked | null
}

/** @throws the node's own errors. */
export async function readPlan(node: Node, from: string, payIn: PayIn, ways: Ways): Promise<Plan> {
  const left = await leftOf(node, payIn)
  const [known, arbiter, { blocked }, balance, price] = await Promise.all([
    left && readKnown(node, from, left, ways),
    readArbiter(node, payIn.escrow),
    left === null ? { blocked: null } : readTaken(node, from, left),
    readBalance(node, from, payIn),
    node('eth_gasPrice').then(
      answer => BigInt(String(answer)),
      () => null,
    ),
  ])
  const code = String(await node('eth_getCode', [arbiter, 'latest']))
  const steps = left && known ? stepsOf(left, known) : []
  const gas = left ? gasOf(steps, left) : 0
  return {
    left,
    known,
    steps,
    gas,
    fee: price === null ? null : price * BigInt(gas),
    balance,
    isEnough: left === null || balance >= left.total,
    arbiter,
    isArbiterContract: isContract(code),
    blocked,
  }
}

export function readArbiter(node: Node, escrow: Hex): Promise<Hex> {
  return readAddress(node, escrow, 'arbiter')
}

async function readBalance(node: Node, from: string, { token, isCoin }: PayIn): Promise<bigint> {
  if (isCoin) return BigInt(String(await node('eth_getBalance', [from, 'latest'])))
  const args = [getAddress(from)] as const
  return BigInt(
    await callContract(node, token, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })),
  )
}

/** The transactions that pay in without a signature, in order. */
export function callsOf(
  left: PayIn,
  known: Pick<Known, 'allowance' | 'resets' | 'accepts'>,
): readonly Call[] {
  const accept = known.accepts ? [acceptCall(left, known.accepts)] : []
  const deposit = depositCall(left)
  if (left.isCoin || known.allowance >= left.total) return [...accept, deposit]
  const reset = known.allowance > 0n && known.resets ? [allowCall(left, 0n)] : []
  return [...accept, ...reset, allowCall(left, left.total), deposit]
}
