import { courtArbiterAbi, courtArbiterV2Abi } from '@furrow/contracts'
import { bringCall, courtSides, readAppealableCourt, readCourt } from '@furrow/sdk/escrow'
import {
  type Address,
  createPublicClient,
  custom,
  type EIP1193Provider,
  encodeFunctionData,
  formatUnits,
  type Hex,
} from 'viem'
import { nodeOf } from './chain.ts'
import type { Court } from './court-steps.ts'

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
  const [node, dispute] = [nodeOf(provider), disputeOf(asked)]
  const found = await readAppealableCourt(node, dispute)
  if (found !== null) {
    const { arbiter, contract, escrow, farmer } = asked
    const { appeal, group, rounds, stage, ...court } = found
    const appeals = courtSides.map(side => ({ side, missing: appeal?.sides[side].missing ?? 0n }))
    const client = createPublicClient({ transport: custom(provider) })
    return {
      ...{ kind: 'appealable', ...court, group, stage, dispute: [contract, escrow, farmer], inCoin },
      appeals: appeals.filter(({ missing }) => missing > 0n),
      waiting:
        stage === 'closed' ? await readWaiting(client, { ...asked, arbiter }, group, BigInt(rounds)) : [],
    }
  }
  const court = await readCourt(node, dispute)
  return court && { kind: 'plain', fee: inCoin(court.fee), isBrought: court.isBrought }
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

function disputeOf({ arbiter, contract, escrow, farmer }: Omit<Asked, 'me'>) {
  return { escrow: contract, escrowId: escrow, farmer, arbiter }
}
