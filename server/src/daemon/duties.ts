import { wipeErased } from '../account/wipe.ts'
import { checkLedger } from '../audit/drift.ts'
import { writeAccesses } from '../audit-log/access.ts'
import { sealLateEvents } from '../audit-log/late.ts'
import { sealEntries } from '../audit-log/sealing.ts'
import { thinAccesses } from '../audit-log/thinning.ts'
import { noteSessionUses } from '../auth/session-uses.ts'
import { forgetSessions } from '../auth/sessions.ts'
import { forgetUsedNonces } from '../auth/used-nonces.ts'
import { lookAtWallets } from '../auth/wallet-sessions.ts'
import { makeBackups } from '../backup/duty.ts'
import { answerCommands } from '../bot/answer-commands.ts'
import { keepComments } from '../bot/keep-comments.ts'
import { forgetDeliveries } from '../codehost/webhook.ts'
import { attendBallots } from '../community-dao/due-ballots.ts'
import { readTreasuryBalances } from '../community-dao/treasury.ts'
import type { Duty } from '../duty.ts'
import { findOrphans } from '../files/find-orphans.ts'
import { removeBytes } from '../files/remove-bytes.ts'
import { forgetKeys } from '../idempotency/forget.ts'
import { awardSeasons } from '../leaderboard/award-seasons.ts'
import { sealClearTexts } from '../mail/seal-clear-texts.ts'
import { deliverOutbox } from '../notifications/deliver.ts'
import { spreadBroadcasts } from '../notifications/spread.ts'
import { sweepPictures } from '../pictures/sweep.ts'
import { renewSkills } from '../profile/skills.ts'
import { endExpired, passDeadlines, warnOfExpiry, warnOfIdleness } from '../quests/due.ts'
import { closeApplications, expireApplications } from '../quests/due-applications.ts'
import { foldWords } from '../quests/fold-words.ts'
import { forgetSpentDays } from '../quotas/forget.ts'
import { keepEscrow } from '../rails/chain-rail/keeper.ts'
import { reconcileEscrow } from '../rails/chain-rail/reconcile.ts'
import { payInLedger } from '../rails/ledger-rail/due.ts'
import { endDisputes } from '../rails/ledger-rail/end-disputes.ts'
import { followPayments } from '../rails/ledger-rail/follow-payments.ts'
import { weighPayments } from '../rails/ledger-rail/weigh-payments.ts'
import { forgetEnsAnswers } from '../resolve/ens-answers.ts'
import { lookAgain } from '../verify/look-again.ts'
import { recheckMerges } from '../verify/recheck.ts'
import { retryHints } from '../verify/retry-hints.ts'

/** What comes due by the service's own clock. */
export const whatIsDue: readonly Duty[] = [
  payInLedger,
  endDisputes,
  warnOfExpiry,
  warnOfIdleness,
  endExpired,
  passDeadlines,
  expireApplications,
  closeApplications,
  retryHints,
  lookAgain,
  recheckMerges,
  answerCommands,
  keepComments,
  followPayments,
  weighPayments,
  attendBallots,
]

/** Everything that nobody has to ask for. */
export const duties: readonly Duty[] = [
  ...whatIsDue,
  keepEscrow,
  reconcileEscrow,
  forgetUsedNonces,
  forgetSessions,
  noteSessionUses,
  lookAtWallets,
  forgetKeys,
  forgetEnsAnswers,
  forgetDeliveries,
  forgetSpentDays,
  readTreasuryBalances,
  removeBytes,
  findOrphans,
  sweepPictures,
  wipeErased,
  awardSeasons,
  renewSkills,
  foldWords,
  sealClearTexts,
  makeBackups,
  checkLedger,
  writeAccesses,
  sealEntries,
  sealLateEvents,
  thinAccesses,
  spreadBroadcasts,
  deliverOutbox,
]
