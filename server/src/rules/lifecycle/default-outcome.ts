import type { UndecidedRule } from '@furrow/sdk/contract'
import { type EscrowVersion, hasSecond } from '@furrow/sdk/escrow-version'
import type { Reviewed, Verdict } from './quest.ts'
import type { Rules } from './rules.ts'

/**
 * On the ledger rail, a merge that stands is paid, one that was taken back refunded. Work without a merge is refunded
 * where somebody could have decided for it. Where nobody can (no platform wallet), a giver who disputes would always
 * win: work that can be looked at, by its link, is paid, and a bare note is not.
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

/** Which version of the contract decides; null where the service does. */
export type InContract = EscrowVersion | 'unknown' | null

/** The rule for disputes that nobody decides, which people read before they post or dispute. */
export function undecidedRule({
  arbiter,
  attester = true,
  contract,
}: {
  arbiter: boolean
  attester?: boolean
  contract: InContract
}): UndecidedRule {
  if (contract !== null && contract !== 'unknown' && hasSecond(contract))
    return attester ? 'contract-refunds-unless-attested' : 'contract-refunds-all'
  if (contract !== null) return 'contract-pays-merged'
  return arbiter ? 'merged-else-refund' : 'merged-or-linked'
}

/** How one dispute ends if nobody decides it, as far as that is known. */
export type Otherwise =
  | 'contract-refunds-unless-attested'
  /** By the kind of proposal, which is not known here. */
  | 'contract-as-proposed'
  | 'contract-refunds'
  | 'contract-pays'
  | 'pay-if-merge-stands'
  | 'pay'
  | 'pay-for-link'
  | 'refund'

export function otherwiseOf(
  { attested, evidence }: Pick<Reviewed, 'attested' | 'evidence'>,
  { arbiter, contract }: Pick<Rules, 'arbiter'> & { readonly contract: InContract },
): Otherwise {
  const { merge } = evidence
  if (contract === 'unknown') return 'contract-as-proposed'
  if (contract !== null && hasSecond(contract))
    return attested ? 'contract-pays' : 'contract-refunds-unless-attested'
  if (contract !== null) return merge === null ? 'contract-refunds' : 'contract-pays'
  if (merge !== null) return merge.check === null ? 'pay' : 'pay-if-merge-stands'
  return defaultOutcome({ evidence }, null, { arbiter }) === 'pay' ? 'pay-for-link' : 'refund'
}
