import { splitAmount, wholeShare } from '@furrow/sdk/amount'
import type { Answer, Assignment, Decision, Otherwise } from '@furrow/sdk/contract'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import { otherwiseSentences } from '../../people/mail/notices/undecided.ts'
import { type InContract, otherwiseOf } from '../../rules/lifecycle/default-outcome.ts'
import { isDivided } from '../../rules/lifecycle/quest.ts'
import { type PlaceState, readState } from '../change/place-state.ts'
import { answerOf, endingOf, returnedOf, toEvidence } from '../change/work-rows.ts'

type Judging = Pick<
  Assignment,
  'returned' | 'offer' | 'disputeReason' | 'fault' | 'disputeOtherwise' | 'otherwise' | 'answer' | 'decision'
>

export function showJudging(row: AssignmentRow, arbiter: Address | null, contract: InContract): Judging {
  const returned = returnedOf(row)
  return {
    returned: returned && { ...returned, at: instant(returned.at) },
    ...showOffer(row),
    disputeReason: row.dispute_reason,
    ...showFault(row),
    ...(row.status === 'disputed' ? showOtherwise(row, arbiter, contract) : { disputeOtherwise: null }),
    answer: showAnswer(row),
    decision: showDecision(row),
  }
}

function showOffer(row: AssignmentRow): Pick<Assignment, 'offer'> {
  const { offer } = readState(row.state)
  if (offer === undefined || (row.status !== 'in-review' && row.status !== 'disputed')) return {}
  const { by, share, note, at } = offer
  const [paid, refunded] = splitAmount(row.amount, row.token, share)
  return { offer: { by, share: share / wholeShare, paid, refunded, note: note ?? '', at: instant(at) } }
}

/** Why the code host, or its silence, disputed the work; a giver says it in words of their own. */
export function showFault({ disputed_by, state }: AssignmentRow): Pick<Assignment, 'fault'> {
  const { fault } = readState(state)
  // The version before may leave the last one where the giver disputes anew.
  return fault === undefined || disputed_by === null || disputed_by === 'giver' ? {} : { fault }
}

/** How a dispute ends by itself: in English for programs that know no codes, and as a code with its values. */
export function showOtherwise(
  row: AssignmentRow,
  arbiter: Address | null,
  contract: InContract,
): { readonly disputeOtherwise: string; readonly otherwise: Otherwise } {
  const { attested = false, ruling } = readState(row.state)
  if (ruling !== undefined) return showRuled(row, ruling)
  const code = otherwiseOf({ attested, evidence: toEvidence(row) }, { arbiter, contract })
  return { disputeOtherwise: `If nobody decides, ${otherwiseSentences[code]}.`, otherwise: { code } }
}

type Ruled = Pick<AssignmentRow, 'amount' | 'dispute_ends_at' | 'status' | 'token'>
type KnownRuling = NonNullable<PlaceState['ruling']>

export function showRuling(row: Ruled, { ruling }: PlaceState): Pick<Assignment, 'ruling'> {
  if (row.status !== 'disputed' || ruling === undefined || row.dispute_ends_at === null) return {}
  const [paid, refunded] = splitAmount(row.amount, row.token, ruling.share)
  const { paused, share } = ruling
  const payableAt = instant(row.dispute_ends_at)
  return { ruling: { share: share / wholeShare, paid, refunded, payableAt, paused } }
}

function showRuled({ amount, token }: Ruled, { paused, share }: KnownRuling) {
  const [paid, refunded] = splitAmount(amount, token, share)
  const ruled = `The arbiter has ruled: then the contract pays ${paid} ${token} to the farmer, and gives ${refunded} ${token} back.`
  const also = ' Its owner has paused the ruling: until then the arbiter may rule anew.'
  const code = paused ? ('ruled-paused' as const) : ('ruled' as const)
  return {
    disputeOtherwise: paused ? ruled + also : ruled,
    otherwise: { code, paid, refunded, token },
  }
}

export function showAnswer(row: AssignmentRow): Answer | null {
  const answer = answerOf(row)
  return answer && { url: answer.url ?? '', note: answer.note ?? '' }
}

function showDecision(row: AssignmentRow): Decision | null {
  const isOver = row.status === 'released' || row.status === 'refunded'
  const { because = null, reason = null, share = null } = endingOf(row) ?? {}
  if (!isOver || (row.dispute_ends_at === null && because !== 'agreed')) return null
  const whole = row.status === 'released' ? 'pay' : 'refund'
  return {
    outcome: isDivided(because) ? 'split' : whole,
    because,
    share: share === null ? null : share / wholeShare,
    reason,
  }
}
