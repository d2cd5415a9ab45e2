import { checkLedger } from '../audit/drift.ts'
import { forgetUsedNonces } from '../auth/used-nonces.ts'
import { makeBackups } from '../backup/duty.ts'
import { forgetDeliveries } from '../codehost/webhook.ts'
import type { Duty } from '../duty.ts'
import { forgetKeys } from '../idempotency/forget.ts'
import { awardSeasons } from '../leaderboard/award-seasons.ts'
import { endExpired, passDeadlines, warnOfExpiry } from '../quests/due.ts'
import { forgetSpentDays } from '../quotas/forget.ts'
import { keepEscrow } from '../rails/chain-rail/keeper.ts'
import { payInLedger } from '../rails/ledger-rail/due.ts'
import { endDisputes } from '../rails/ledger-rail/end-disputes.ts'
import { forgetEnsAnswers } from '../resolve/ens-answers.ts'
import { lookAgain } from '../verify/look-again.ts'
import { recheckMerges } from '../verify/recheck.ts'
import { retryHints } from '../verify/retry-hints.ts'

/** What comes due by the service's own clock. */
export const whatIsDue: readonly Duty[] = [
  payInLedger,
  endDisputes,
  warnOfExpiry,
  endExpired,
  passDeadlines,
  retryHints,
  lookAgain,
  recheckMerges,
]

/** Everything that nobody has to ask for. */
export const duties: readonly Duty[] = [
  ...whatIsDue,
  keepEscrow,
  forgetUsedNonces,
  forgetKeys,
  forgetEnsAnswers,
  forgetDeliveries,
  forgetSpentDays,
  awardSeasons,
  makeBackups,
  checkLedger,
]
