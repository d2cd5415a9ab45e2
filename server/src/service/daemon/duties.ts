import { writeAccesses } from '../../access/audit-trail/access.ts'
import { sealLateEvents } from '../../access/audit-trail/late.ts'
import { sealEntries } from '../../access/audit-trail/sealing.ts'
import { thinAccesses } from '../../access/audit-trail/thinning.ts'
import { noteSessionUses } from '../../access/auth/session-uses.ts'
import { forgetSessions } from '../../access/auth/sessions.ts'
import { forgetUsedNonces } from '../../access/auth/used-nonces.ts'
import { lookAtWallets } from '../../access/auth/wallet-sessions.ts'
import { forgetKeys } from '../../access/idempotency/forget.ts'
import { forgetSpentDays } from '../../access/quotas/forget.ts'
import { keepDepartures } from '../../community/account/keep-departures.ts'
import { wipeErased } from '../../community/account/wipe.ts'
import { attendBallots } from '../../community/community-dao/due-ballots.ts'
import { readTreasuryBalances } from '../../community/community-dao/treasury.ts'
import type { Duty } from '../../ground/duty.ts'
import { makeBackups } from '../../operate/backup/duty.ts'
import { checkLedger } from '../../operate/integrity/drift.ts'
import { answerCommands } from '../../outside/bot/answer-commands.ts'
import { keepComments } from '../../outside/bot/keep-comments.ts'
import { tellPulls } from '../../outside/bot/tell-pulls.ts'
import { wakePulls } from '../../outside/bot/wake-pulls.ts'
import { sendDigests } from '../../outside/follows/send-digests.ts'
import { tellFollowers } from '../../outside/follows/tell-followers.ts'
import { deliverOutbox } from '../../outside/notifications/deliver.ts'
import { spreadBroadcasts } from '../../outside/notifications/spread.ts'
import { sweepPictures } from '../../outside/pictures/sweep.ts'
import { findOrphans } from '../../people/files/find-orphans.ts'
import { removeBytes } from '../../people/files/remove-bytes.ts'
import { sealClearTexts } from '../../people/mail/seal-clear-texts.ts'
import { foldNames } from '../../people/profile/display-name.ts'
import { renewSkills } from '../../people/profile/skills.ts'
import { forgetEnsAnswers } from '../../people/resolve/ens-answers.ts'
import { endExpired, passDeadlines, warnOfExpiry, warnOfIdleness } from '../../quests/board/due.ts'
import { closeApplications, expireApplications } from '../../quests/board/due-applications.ts'
import { foldWords } from '../../quests/board/fold-words.ts'
import { forgetDeliveries } from '../../quests/codehost/webhook.ts'
import { decideContests } from '../../quests/contests/due.ts'
import { keepEscrow } from '../../quests/rails/chain-rail/keeper.ts'
import { reconcileEscrow } from '../../quests/rails/chain-rail/reconcile.ts'
import { payInLedger } from '../../quests/rails/ledger-rail/due.ts'
import { endDisputes } from '../../quests/rails/ledger-rail/end-disputes.ts'
import { followPayments } from '../../quests/rails/ledger-rail/follow-payments.ts'
import { remindPayers } from '../../quests/rails/ledger-rail/remind-payers.ts'
import { weighPayments } from '../../quests/rails/ledger-rail/weigh-payments.ts'
import { pricePayments } from '../../quests/rails/price-payments.ts'
import { attendThanks } from '../../quests/thanks/attend.ts'
import { lookAgain } from '../../quests/verify/look-again.ts'
import { recheckMerges } from '../../quests/verify/recheck.ts'
import { retryHints } from '../../quests/verify/retry-hints.ts'
import { awardSeasons } from '../../rules/points/award-seasons.ts'

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
  wakePulls,
  tellPulls,
  followPayments,
  decideContests,
  attendThanks,
  remindPayers,
  weighPayments,
  pricePayments,
  attendBallots,
]

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
  keepDepartures,
  awardSeasons,
  renewSkills,
  foldNames,
  foldWords,
  sealClearTexts,
  makeBackups,
  checkLedger,
  writeAccesses,
  sealEntries,
  sealLateEvents,
  thinAccesses,
  tellFollowers,
  sendDigests,
  spreadBroadcasts,
  deliverOutbox,
]
