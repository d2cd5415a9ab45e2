import type { ChainHappening } from '../../src/rules/lifecycle/chain-event.ts'
import type { Side } from '../../src/rules/lifecycle/quest.ts'

type Because = Extract<ChainHappening, { kind: 'wait' }>['because']
type Farmer = Extract<ChainHappening, { kind: 'wait' }>['farmer']

/** What the second contract decided of a place, and each side's part of it that did not leave yet. */
export type Waiting = { readonly parts: Map<Side, bigint>; readonly decidedAt: bigint }

const sides = ['farmer', 'giver'] as const

/** What leaves and what waits once it is decided, where these sides do not take what they are sent. */
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

/** So much left the contract, to this side. */
export function leaves(farmer: Farmer, side: Side, because: Because, amount: bigint): ChainHappening {
  return side === 'farmer'
    ? { kind: 'release', farmer, because, amount }
    : { kind: 'refund', farmer, because, amount }
}

/** Those sides take what waits for them: what leaves. */
export function take({ parts }: Waiting, farmer: Farmer, taking: readonly Side[]): ChainHappening[] {
  return sides.flatMap(side => {
    const amount = parts.get(side)
    if (amount === undefined || !taking.includes(side)) return []
    parts.delete(side)
    return [leaves(farmer, side, null, amount)]
  })
}

/** Who paid in takes the farmer's part after a year, and what still waits for them in the same transfer. */
export function reclaim({ parts }: Waiting, farmer: Farmer): ChainHappening {
  const amount = [...parts.values()].reduce((sum, part) => sum + part, 0n)
  parts.clear()
  return leaves(farmer, 'giver', null, amount)
}
