import type { Reviewed, Verdict } from './quest.ts'
import type { Rules } from './rules.ts'

/**
 * On the ledger rail, a standing merge is paid, a withdrawn one refunded. Work handed in without a merge is refunded
 * where somebody could have decided for it. Where nobody can (no platform wallet is set), a giver who disputes would
 * always win; there, work with a link to look at is paid, and a bare note is not.
 */
export function defaultOutcome(
  { evidence }: Pick<Reviewed, 'evidence'>,
  verdict: Verdict | null,
  { arbiter }: Pick<Rules, 'arbiter'>,
): 'pay' | 'refund' {
  const { merge, submission } = evidence
  if (merge !== null) {
    const asked = verdict === null || verdict.kind === 'unknown' ? null : verdict.kind
    const stands = asked === null ? merge.check !== 'broken' : asked === 'stands'
    return stands ? 'pay' : 'refund'
  }
  return arbiter === null && submission?.url ? 'pay' : 'refund'
}

/** The deciding version of the contract; null where the service decides. */
export type InContract = 1 | 2 | 'unknown' | null

/** The rule, for people to read before they post or dispute. */
export function undecidedRule({ arbiter, contract }: { arbiter: boolean; contract: InContract }): string {
  if (contract === 2)
    return 'The contract refunds the giver, unless an attester, who is not the service, has signed that the work was proved.'
  if (contract !== null)
    return 'Work that a merged pull request proved is paid by the contract, and other work is refunded.'
  const merges =
    'A merged pull request that still stands releases the work, and for one that was taken back the giver is refunded.'
  return arbiter
    ? `${merges} Other work is refunded.`
    : `${merges} Nobody can decide disputes here, so other work is released if it was handed in with a link that shows it, and refunded if not.`
}

export function defaultOutcomeSentence(
  { evidence }: Pick<Reviewed, 'evidence'>,
  { arbiter, contract }: Pick<Rules, 'arbiter'> & { readonly contract: InContract },
): string {
  const { merge } = evidence
  if (contract === 2) return 'the contract refunds the giver, unless an attester has signed for the work'
  if (contract === 'unknown') return 'the contract decides by what was said when the work was proposed'
  if (contract === 1) return merge === null ? 'the contract refunds the giver' : 'the contract pays the work'
  if (merge !== null && merge.check !== null)
    return 'the work is released if the merge stands then, and the giver refunded if it does not'
  if (merge !== null) return 'the work is released'
  return defaultOutcome({ evidence }, null, { arbiter }) === 'pay'
    ? 'the work is released: nobody can decide here, and its link shows it'
    : 'the giver is refunded'
}
