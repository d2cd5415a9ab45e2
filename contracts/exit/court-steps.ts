import {
  type AppealableCourt as CourtOnChain,
  type CourtSide as Side,
  courtSides as sides,
} from '@furrow/sdk/escrow'
import type { Address, Hex } from 'viem'
import type { Step } from './steps.ts'

/** The court that is the arbiter of disputed work. */
export type Court = PlainCourt | AppealableCourt

/** The first kind (`CourtArbiter`): its fee in words, and whether the dispute is there. */
export type PlainCourt = { readonly kind: 'plain'; readonly fee: string; readonly isBrought: boolean }

/** The kind with appeals (`CourtArbiterV2`). */
export type AppealableCourt = Pick<
  CourtOnChain,
  'group' | 'stage' | 'fee' | 'hasPaid' | 'endsAt' | 'isCarriedOut'
> & {
  readonly kind: 'appealable'
  /** The escrow contract, the deposit's id and the farmer. */
  readonly dispute: readonly [Address, Hex, Address]
  /** The rest of an appeal's fee, for each side that may still appeal. */
  readonly appeals: readonly { readonly side: Side; readonly missing: bigint }[]
  /** The amounts that wait for the wallet that looks, by round. */
  readonly waiting: readonly { readonly round: bigint; readonly amount: bigint }[]
  readonly inCoin: (units: bigint) => string
}

type Looking = {
  /** The side of the wallet that looks; null for a stranger. */
  readonly mine: Side | null
  /** Whether the escrow contract still waits for a decision. */
  readonly isDisputed: boolean
  readonly me: Address
  readonly now: number
}

/** A wallet's possible steps with the court. */
export function stepsOfCourt(court: Court | null, looking: Looking): Step[] {
  if (court === null) return []
  if (court.kind === 'appealable') return stepsWithAppeals(court, looking)
  if (!looking.isDisputed) return []
  const evidence = evidenceStep()
  if (court.isBrought) return [evidence]
  const label = `Bring it before the court, for its fee of ${court.fee}`
  return [{ label, call: 'bring', takes: 'fee', from: 0 }, evidence]
}

function stepsWithAppeals(court: AppealableCourt, { isDisputed, me, mine, now }: Looking): Step[] {
  const { appeals, dispute, endsAt, fee, group, hasPaid, inCoin, isCarriedOut, stage, waiting } = court
  const steps: Step[] = []
  const add = (label: string, call: string, args: readonly unknown[], value = 0n, from = 0) =>
    steps.push({ label, call, takes: 'court', from: from > now ? from : 0, court: { args, value } })

  if (isDisputed && (stage === 'none' || stage === 'paying'))
    for (const side of sides.filter(one => !hasPaid[one]))
      if (side === mine) add(`Pay the court for your side: ${inCoin(fee)}`, 'bring', dispute, fee)
      else
        add(
          `Pay the court for the ${side}’s side: ${inCoin(fee)}`,
          'bringFor',
          [...dispute, sideOf(side)],
          fee,
        )
  if (stage === 'paying') {
    if (isDisputed) add('End it for the one side that paid the court', 'end', [group], 0n, endsAt)
    else add('End it with the court, since nothing is disputed any more', 'end', [group])
  }
  for (const { missing, side } of appeals)
    add(`Appeal for the ${side}’s side: ${inCoin(missing)}`, 'appeal', [group, sideOf(side)], missing)
  if (stage === 'closed' && !isCarriedOut && isDisputed)
    add('Have done what the court ruled', 'carryOut', [group])
  for (const { amount, round } of waiting)
    add(`Take ${inCoin(amount)} back from the court`, 'withdraw', [group, round, me])
  if (isDisputed && stage !== 'closed') steps.push(evidenceStep())
  return steps
}

function evidenceStep(): Step {
  return { label: 'Show the court some evidence', call: 'submitEvidence', takes: 'evidence', from: 0 }
}

function sideOf(side: Side): bigint {
  return BigInt(sides.indexOf(side) + 1)
}
