import type { Writes } from '@furrow/storage/writes.ts'
import type { Posting } from './posting.ts'

type Change = { promised: bigint; held: bigint; released: bigint; refunded: bigint; inReview: bigint }

export type UnderReview = { readonly token: string; readonly units: bigint }

/** Each token's entries sum to zero; held is promised less released or refunded. A known id fails the transaction. */
export function recordPostings(
  writes: Writes,
  postings: readonly Posting[],
  underReview: readonly UnderReview[],
  at: number,
): void {
  const changes = new Map<string, Change>()
  const changeOf = (token: string) => {
    const change = changes.get(token) ?? { promised: 0n, held: 0n, released: 0n, refunded: 0n, inReview: 0n }
    changes.set(token, change)
    return change
  }
  for (const { id, questId, token, from, to, units } of postings) {
    writes.insert('ledger_transfers', { id, quest_id: questId, token, at })
    writes.insert(
      'ledger_entries',
      { transfer_id: id, ...from, amount: String(-units) },
      { transfer_id: id, ...to, amount: String(units) },
    )
    const change = changeOf(token)
    change[from.account] -= units
    change[to.account] += units
  }
  for (const { token, units } of underReview) changeOf(token).inReview += units
  for (const [token, { promised, held, released, refunded, inReview }] of changes)
    writes.addSharded('ledger_sums', ['token'], {
      token,
      promised: String(promised),
      held: String(held),
      released: String(released),
      refunded: String(refunded),
      in_review: String(inReview),
    })
}
