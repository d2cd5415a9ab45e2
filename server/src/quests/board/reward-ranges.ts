import type { RewardRange } from '@furrow/sdk/contract'
import { fromLedger, toLedger } from '../../rules/ledger/amounts.ts'
import { countValues } from './count-values.ts'

const mostTokens = 5

type Rewarded = { readonly token: string; readonly amount: string }

/**
 * Ranges of rewards for each farmer, in the most common tokens: their bounds are round numbers near the quarters of the
 * rewards that are there, so that a choice is worth it whatever a token is worth. A token with one range has none.
 */
export function rewardRanges(quests: readonly Rewarded[]): RewardRange[] {
  const common = countValues(quests.map(({ token }) => token)).slice(0, mostTokens)
  return common.flatMap(({ value: token }) => {
    const units = quests.flatMap(quest => (quest.token === token ? [toLedger(quest.amount)] : []))
    return rangesOf(units.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))).map(range => ({
      token,
      ...range,
    }))
  })
}

function rangesOf(sorted: readonly bigint[]): Omit<RewardRange, 'token'>[] {
  const quarters = [0.25, 0.5, 0.75].map(part => sorted[Math.floor(part * sorted.length)] ?? 0n)
  const bounds = [...new Set(quarters.map(roundDown))].filter(bound => bound > (sorted[0] ?? 0n))
  if (bounds.length === 0) return []
  return [0n, ...bounds].map((from, index) => {
    const below = bounds[index]
    const count = sorted.filter(unit => unit >= from && (below === undefined || unit < below)).length
    return { from: fromLedger(from), below: below === undefined ? null : fromLedger(below), count }
  })
}

/** 1, 2 or 5 and zeros. */
function roundDown(units: bigint): bigint {
  const digits = units.toString()
  const first = Number(digits[0])
  const round = first >= 5 ? 5n : first >= 2 ? 2n : 1n
  return units === 0n ? 0n : round * 10n ** BigInt(digits.length - 1)
}
