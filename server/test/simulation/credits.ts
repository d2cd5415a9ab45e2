import type { ChainHappening } from '../../src/rules/lifecycle/chain-event.ts'
import type { Side } from '../../src/rules/lifecycle/quest.ts'

type Because = Extract<ChainHappening, { kind: 'wait' }>['because']
type Farmer = Extract<ChainHappening, { kind: 'wait' }>['farmer']

/** The second contract's decision about a place: each side's part that has not left yet. */
export type Waiting = { readonly parts: Map<Side, bigint>; readonly decidedAt: bigint }

const sides = ['farmer', 'giver'] as const

/** The parts that leave and those that wait after a decision, where these sides refuse their money. */
export function decided(
  parts: Readonly<Record<Side, bigint>>,
  stuck: readonly Side[],
  at: bigint,
): { readonly sent: readonly Side[]; readonly waiting: Waiting } {
  const due = sides.filter(side => parts[side] > 0n)
  const kept = due.filter(side => stuck.includes(side))
  return {
    sent: due.filter(side => !stuck.includes(side)),
    waiting: { parts: new Map(kept.map(side => [side, parts[side]])), decidedAt: at },
  }
}

/** An amount left the contract, to this side. */
export function leaves(farmer: Farmer, side: Side, because: Because, amount: bigint): ChainHappening {
  return side === 'farmer'
    ? { kind: 'release', farmer, because, amount }
    : { kind: 'refund', farmer, because, amount }
}

/** The payments that leave when those sides take their waiting money. */
export function take({ parts }: Waiting, farmer: Farmer, taking: readonly Side[]): ChainHappening[] {
  return sides.flatMap(side => {
    const amount = parts.get(side)
    if (amount === undefined || !taking.includes(side)) return []
    parts.delete(side)
    return [leaves(farmer, side, null, amount)]
  })
}

/** The payer takes the farmer's part after a year, together with any waiting part of their own. */
export function reclaim({ parts }: Waiting, farmer: Farmer): ChainHappening {
  const amount = [...parts.values()].reduce((sum, part) => sum + part, 0n)
  parts.clear()
  return leaves(farmer, 'giver', null, amount)
}
