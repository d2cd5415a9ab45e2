import { courtArbiterAbi, courtArbiterV2Abi } from '@furrow/contracts'
import { bringCall, readCourt } from '@furrow/sdk/escrow'
import {
  type Address,
  createPublicClient,
  custom,
  type EIP1193Provider,
  encodeFunctionData,
  formatUnits,
  type Hex,
} from 'viem'
import { type Court, sides, stages } from './court-steps.ts'

/** One dispute on chain, and the wallet that looks at it. */
export type Asked = {
  readonly contract: Address
  readonly arbiter: Address
  readonly escrow: Hex
  readonly farmer: Address
  readonly me: Address
}

type Client = ReturnType<typeof createPublicClient>

const inCoin = (units: bigint) => `${formatUnits(units, 18)} of the chain’s coin`

/** The court behind the arbiter of disputed work, and where the dispute stands there; null where the arbiter is none. */
export async function findCourt(provider: EIP1193Provider, asked: Asked): Promise<Court | null> {
  const client = createPublicClient({ transport: custom(provider) })
  const at = { abi: courtArbiterV2Abi, address: asked.arbiter } as const
  const feeTime = await client.readContract({ ...at, functionName: 'FEE_TIME' }).catch(() => null)
  if (feeTime !== null) return readAppealable(client, asked, Number(feeTime))
  const court = await readCourt(nodeOf(provider), disputeOf(asked))
  return court && { kind: 'plain', fee: inCoin(court.fee), isBrought: court.isBrought }
}

async function readAppealable(client: Client, asked: Asked, feeTime: number): Promise<Court> {
  const { arbiter, contract, escrow, farmer } = asked
  const at = { abi: courtArbiterV2Abi, address: arbiter } as const
  const dispute = [contract, escrow, farmer] as const
  const group = await client.readContract({ ...at, functionName: 'evidenceGroupOf', args: dispute })
  const [, stage, , isCarriedOut, paidAt, , , , rounds] = await client.readContract({
    ...at,
    functionName: 'cases',
    args: [group],
  })
  const first = await client.readContract({ ...at, functionName: 'roundOf', args: [group, 0n] })
  const isAsked = stages[stage] === 'asked'
  return {
    kind: 'appealable',
    dispute,
    group,
    stage: stages[stage] ?? 'none',
    fee: await readFee(client, arbiter),
    hasPaid: { farmer: first[0] > 0n, giver: first[1] > 0n },
    endsAt: Number(paidAt) + feeTime,
    isCarriedOut,
    appeals: isAsked ? await readAppeals(client, arbiter, group, rounds) : [],
    waiting: stages[stage] === 'closed' ? await readWaiting(client, asked, group, rounds) : [],
    inCoin,
  }
}

async function readFee(client: Client, arbiter: Address): Promise<bigint> {
  const at = { abi: courtArbiterV2Abi, address: arbiter } as const
  const address = await client.readContract({ ...at, functionName: 'arbitrator' })
  const extraData = await client.readContract({ ...at, functionName: 'extraData' })
  return client.readContract({
    abi: arbitratorAbi,
    address,
    functionName: 'arbitrationCost',
    args: [extraData],
  })
}

const arbitratorAbi = [
  {
    type: 'function',
    name: 'arbitrationCost',
    stateMutability: 'view',
    inputs: [{ type: 'bytes' }],
    outputs: [{ type: 'uint256' }],
  },
] as const

/** The sides for which the ruling of now can be appealed, and what is missing of the price. */
async function readAppeals(client: Client, arbiter: Address, group: bigint, round: bigint) {
  const at = { abi: courtArbiterV2Abi, address: arbiter } as const
  const paid = await client.readContract({ ...at, functionName: 'roundOf', args: [group, round] })
  const found: { side: (typeof sides)[number]; missing: bigint }[] = []
  for (const [index, side] of sides.entries()) {
    const args = [group, BigInt(index + 1)] as const
    // It refuses where the time for this side is over.
    const fee = await client.readContract({ ...at, functionName: 'appealFee', args }).catch(() => null)
    const missing = fee === null ? 0n : fee[1] - (paid[index] ?? 0n)
    if (missing > 0n) found.push({ side, missing })
  }
  return found
}

/** The rounds of which something waits for this wallet. */
async function readWaiting(client: Client, { arbiter, me }: Asked, group: bigint, rounds: bigint) {
  const at = { abi: courtArbiterV2Abi, address: arbiter } as const
  const found: { round: bigint; amount: bigint }[] = []
  for (let round = 0n; round <= rounds; round++) {
    const args = [group, round, me] as const
    const amount = await client.readContract({ ...at, functionName: 'withdrawable', args })
    if (amount > 0n) found.push({ round, amount })
  }
  return found
}

/** Evidence goes to the arbiter's contract; a plain court is asked for its fee as it is now. @throws Error where there is no court. */
export async function plainCourtCall(
  provider: EIP1193Provider,
  asked: Pick<Asked, 'contract' | 'arbiter' | 'escrow' | 'farmer'>,
  evidence: string | null,
): Promise<{ to: Address; data: Hex; value: Hex }> {
  if (evidence !== null) {
    const args = [asked.contract, asked.escrow, asked.farmer, evidence] as const
    const data = encodeFunctionData({ abi: courtArbiterAbi, functionName: 'submitEvidence', args })
    return { to: asked.arbiter, data, value: '0x0' }
  }
  const court = await readCourt(nodeOf(provider), disputeOf(asked))
  if (court === null) throw new Error('The arbiter of this contract is no court.')
  return bringCall(court, disputeOf(asked))
}

function disputeOf({ contract, escrow, farmer }: Pick<Asked, 'contract' | 'escrow' | 'farmer'>) {
  return { escrow: contract, escrowId: escrow, farmer }
}

const nodeOf =
  (provider: EIP1193Provider) =>
  (method: string, params: readonly unknown[] = []) =>
    provider.request({ method, params } as never) as Promise<unknown>
