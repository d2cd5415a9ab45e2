import { questEscrowAbi as abi, questEscrowV2Abi as secondAbi } from '@furrow/contracts'
import { wholeShare } from '@furrow/sdk/amount'
import type { ContractFunctionReturnType, PublicClient } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import { type AskedState, type DepositState, type PaymentAt, paymentStates } from './escrow-states.ts'

/**
 * The questions go along as code that the node runs for the call and forgets: no contract has to be deployed for it. Nodes
 * take 48 KiB of such code, which this many bytes of questions fit into well.
 */
const batchSize = 6_144

type DepositTuple = ContractFunctionReturnType<typeof abi, 'view', 'escrows'>
type PaymentTuple = ContractFunctionReturnType<typeof abi, 'view', 'payments'>
type SecondPaymentTuple = ContractFunctionReturnType<typeof secondAbi, 'view', 'payments'>

export type ReadFrom = {
  readonly address: Address
  readonly version: 1 | 2
  readonly disputeMs: number
}

/** The state of deposits and payments as of a block. @throws Error if the chain cannot be asked. */
export async function readEscrowStates(
  client: PublicClient,
  { address, version, disputeMs }: ReadFrom,
  asked: readonly AskedState[],
  blockNumber: bigint,
): Promise<DepositState[]> {
  const how = { allowFailure: false, deployless: true, batchSize, blockNumber } as const
  const deposits = await client.multicall({
    ...how,
    contracts: asked.map(
      ({ escrow }) => ({ abi, address, functionName: 'escrows', args: [escrow] }) as const,
    ),
  })
  const pairs = asked.flatMap(({ escrow, farmers }) => farmers.map(farmer => ({ escrow, farmer })))
  const payments = await client.multicall({
    ...how,
    contracts: pairs.map(
      ({ escrow, farmer }) =>
        ({
          abi: version === 1 ? abi : secondAbi,
          address,
          functionName: 'payments',
          args: [escrow, farmer],
        }) as const,
    ),
  })
  const byDeposit = new Map(asked.map(({ escrow }) => [escrow, new Map<Address, PaymentAt>()]))
  for (const [index, { escrow, farmer }] of pairs.entries()) {
    // The second version appends its fields to those of the first.
    const [state, , reviewEndsAt, disputedAt, , share, returned, , toFarmer, toGiver] = payments[index] as
      | SecondPaymentTuple
      | [...PaymentTuple, ...undefined[]]
    byDeposit.get(escrow)?.set(farmer, {
      state: paymentStates[state] ?? 'none',
      reviewEndsAt: Number(reviewEndsAt) * 1_000,
      disputedAt: Number(disputedAt) * 1_000,
      share: share ?? (paymentStates[state] === 'released' ? wholeShare : 0),
      owed: { farmer: toFarmer ?? false, giver: toGiver ?? false },
      returned: returned ?? 0,
    })
  }
  return asked.map(({ escrow }, index) => {
    const [giver, endsAt, slots, token, free, held, , amountEach] = deposits[index] as DepositTuple
    const of = { token: toAddress(token), amountEach, slots, free, held }
    // The first version has the time of funding here.
    const end = version === 1 || endsAt === 0n ? null : Number(endsAt) * 1_000
    return {
      escrow,
      deposit: giver === zeroAddress ? null : { ...of, endsAt: end },
      disputeMs,
      payments: byDeposit.get(escrow) ?? new Map(),
      agreed: true,
    }
  })
}
