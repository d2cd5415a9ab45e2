import {
  questEscrowAbi as abi,
  escrowAbiOf,
  type questEscrowV3Abi as thirdAbi,
  thirdVersion,
} from '@furrow/contracts'
import { wholeShare } from '@furrow/sdk/amount'
import { type EscrowVersion, hasSecond, paymentStates } from '@furrow/sdk/escrow-version'
import type { ContractFunctionReturnType, PublicClient } from 'viem'
import { type Address, toAddress, zeroAddress } from '../address.ts'
import type { AskedState, DepositState, PaymentAt } from './escrow-states.ts'

/**
 * The questions go along as code that the node runs for the call and forgets: no contract has to be deployed for it. Nodes
 * take 48 KiB of such code, which this many bytes of questions fit into well.
 */
const batchSize = 6_144

type DepositTuple = ContractFunctionReturnType<typeof abi, 'view', 'escrows'>
type PaymentTuple = ContractFunctionReturnType<typeof abi, 'view', 'payments'>
type ThirdPaymentTuple = ContractFunctionReturnType<typeof thirdAbi, 'view', 'payments'>

export type ReadFrom = {
  readonly address: Address
  readonly version: EscrowVersion
  readonly disputeMs: number
}

/** The contract's own number for a ruling that its owner paused, and the arbiter has not given anew. */
const isPaused = 1

function payableAt(decidedAt: number, paused: number | undefined): number {
  const pause = paused === isPaused ? thirdVersion.rulingPause : 0
  return (decidedAt + thirdVersion.rulingDelay + pause) * 1_000
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
          abi: escrowAbiOf(version),
          address,
          functionName: 'payments',
          args: [escrow, farmer],
        }) as const,
    ),
  })
  const byDeposit = new Map(asked.map(({ escrow }) => [escrow, new Map<Address, PaymentAt>()]))
  for (const [index, { escrow, farmer }] of pairs.entries()) {
    // Each version appends its fields to those of the one before.
    const [state, , reviewEndsAt, disputedAt, decidedAt, share, returned, , toFarmer, toGiver, paused] =
      payments[index] as ThirdPaymentTuple | [...PaymentTuple, ...undefined[]]
    const name = paymentStates[state] ?? 'none'
    byDeposit.get(escrow)?.set(farmer, {
      state: name,
      reviewEndsAt: Number(reviewEndsAt) * 1_000,
      disputedAt: Number(disputedAt) * 1_000,
      share: share ?? (name === 'released' ? wholeShare : 0),
      owed: { farmer: toFarmer ?? false, giver: toGiver ?? false },
      returned: returned ?? 0,
      payableAt: name === 'ruled' ? payableAt(Number(decidedAt), paused) : null,
      paused: paused === isPaused,
    })
  }
  return asked.map(({ escrow }, index) => {
    const [giver, endsAt, slots, token, free, held, , amountEach] = deposits[index] as DepositTuple
    const of = { token: toAddress(token), amountEach, slots, free, held }
    // The first version has the time of funding here.
    const end = !hasSecond(version) || endsAt === 0n ? null : Number(endsAt) * 1_000
    return {
      escrow,
      deposit: giver === zeroAddress ? null : { ...of, endsAt: end },
      disputeMs,
      payments: byDeposit.get(escrow) ?? new Map(),
      agreed: true,
    }
  })
}
