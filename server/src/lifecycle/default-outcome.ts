import type { Address } from '../address.ts'
import type { Verdict } from './commands.ts'
import { liveWork, type Quest, type Reviewed } from './quest.ts'
import type { Rules } from './rules.ts'

/**
 * How a dispute ends that nobody decides, on the ledger rail: a merge that stands is paid, one that was taken back is
 * refunded. Work that was handed in without a merge is refunded where somebody could have decided for it. Where nobody can
 * (no platform wallet is set), a giver who disputes would always win; there, work that can be looked at, by its link, is
 * paid, and a bare note is not.
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

/** The rule, for people to read before they post or dispute. */
export function undecidedRule({ arbiter, onChain }: { arbiter: boolean; onChain: boolean }): string {
  if (onChain)
    return 'Work that a merged pull request proved is paid by the contract, and other work is refunded.'
  const merges = 'A merged pull request that still stands is paid, and one that was taken back is refunded.'
  return arbiter
    ? `${merges} Other work is refunded.`
    : `${merges} Nobody can decide disputes here, so other work is paid if it was handed in with a link that shows it, and refunded if not.`
}

/** The same for who is told of a dispute. */
export function defaultOutcomeSentence(quest: Quest, farmer: Address, rules: Rules): string {
  const work = liveWork(quest, farmer)
  if (work === null || work.status === 'accepted') return 'the giver is refunded'
  const { merge } = work.evidence
  if (quest.deposit !== null)
    return merge === null ? 'the contract refunds the giver' : 'the contract pays the work'
  if (merge !== null && merge.check !== null)
    return 'the work is paid if the merge stands then, and the giver refunded if it does not'
  if (merge !== null) return 'the work is paid'
  return defaultOutcome(work, null, rules) === 'pay'
    ? 'the work is paid: nobody can decide here, and its link shows it'
    : 'the giver is refunded'
}
