import { mostBookmarks, mostChannels, mostFollows } from '@furrow/sdk/contract'
import type { Address } from '../../ground/address.ts'
import { day, endOfDay, instant, minute } from '../../ground/clock.ts'
import { type Quotas, unlimited } from '../../ground/config/quotas.ts'
import { type HttpError, TooManyRequestsError, UnavailableError } from '../../ground/errors.ts'
import { sitesShare } from '../../ground/http/networks.ts'

type DailyKind =
  | 'quests'
  | 'letters'
  | 'proposals'
  | 'votes'
  | 'withdrawals'
  | 'applications'
  | 'comments'
  | 'reports'
  | 'network-reports'
  | 'files'
  | 'invites'
  | 'payments'
  | 'sponsored'
  | 'all-sponsored'
  | 'exports'
  | 'export-attempts'
  | 'statements'
  | 'confirmations'
  | 'network-confirmations'
  | 'mailboxes'
  | 'domains'
  | 'providers'
  | 'all-confirmations'
  | 'tests'
/** The other kinds count what a wallet has at once. */
export type QuotaKind =
  | DailyKind
  | 'live-quests'
  | 'live-votes'
  | 'blocks'
  | 'channels'
  | 'follows'
  | 'bookmarks'
  | 'file-bytes'
  | 'drafts'
  | 'draft-bytes'
export type Spend = {
  readonly address: Address
  readonly kind: QuotaKind
  readonly amount?: number
}

const daily: Readonly<Record<DailyKind, (most: number) => string>> = {
  quests: most => `You have posted ${most} quests today`,
  letters: most => `You have written ${most} letters today to people who never wrote back`,
  proposals: most => `You have made ${most} proposals today`,
  reports: most => `You have reported ${most} things today`,
  'network-reports': most => `Your network has reported ${most} things today`,
  votes: most => `You have voted or delegated ${most} times today`,
  comments: most => `You have written ${most} comments today`,
  payments: most => `You have shown ${most} transactions today`,
  sponsored: most => `The gas of ${most} of your transactions was paid for you today`,
  'all-sponsored': most => `This service has paid the gas of ${most} transactions today`,
  withdrawals: most => `You have given ${most} places back today`,
  applications: most => `You have applied ${most} times today`,
  files: most => `You have sent ${most} files today`,
  invites: most => `You have invited ${most} farmers today`,
  exports: most => `You have downloaded everything ${most} times today`,
  'export-attempts': most => `You have begun to download everything ${most} times today`,
  confirmations: most => `You have had ${most} e-mail addresses confirmed today`,
  'network-confirmations': most => `${most} links to confirm addresses were sent for your network today`,
  mailboxes: most => `${most} links were sent to this mailbox today`,
  domains: most => `${most} links were sent to mailboxes of this domain today`,
  providers: most => `${most} links were sent to mailboxes of this provider today`,
  'all-confirmations': most => `This service has sent ${most} links to confirm addresses today`,
  tests: most => `You have tested channels ${most} times today`,
  statements: most => `You have downloaded ${most} statements today`,
}

function isDaily(kind: QuotaKind): kind is DailyKind {
  return kind in daily
}

export function dayOf(kind: QuotaKind, now: number): number {
  return isDaily(kind) ? Math.floor(now / day) : 0
}

const mostBlocks = 1_000
const mostExports = 5
/** Failed attempts included. */
const mostExportAttempts = 25
const mostConfirmations = 10
/** For all callers together: nobody's mailbox is filled with links that they did not ask for. */
const mostOfMailbox = 3
/** One network's share of all links in a day: otherwise it could use up those of everybody. */
const percentOfNetwork = 5
const leastOfNetwork = 20
const mostTests = 50
const mostVotes = 300
const mostLiveVotes = 5
const mostStatements = 50
const megabyte = 1_048_576
const mostDrafts = 100
const mostDraftBytes = 2 * 1_024 * 1_024

export function mostOf(kind: QuotaKind, quotas: Quotas): number {
  const most: Readonly<Record<QuotaKind, number>> = {
    quests: quotas.questsADay,
    letters: quotas.lettersADay,
    proposals: quotas.proposalsADay,
    votes: mostVotes,
    'live-votes': mostLiveVotes,
    comments: quotas.commentsADay,
    reports: quotas.reportsADay,
    // As many as a whole /48 may send in an hour, so that neither a restart nor another process adds to them.
    'network-reports': Math.min(unlimited, quotas.reportsAnHour * sitesShare),
    payments: quotas.paymentsADay,
    sponsored: quotas.sponsoredADay,
    'all-sponsored': quotas.allSponsoredADay,
    // Nobody has to keep a place; a farmer who gave back too many cannot take others.
    withdrawals: unlimited,
    applications: quotas.applicationsADay,
    invites: quotas.invitesADay,
    'live-quests': quotas.liveQuests,
    blocks: mostBlocks,
    channels: mostChannels,
    follows: mostFollows,
    bookmarks: mostBookmarks,
    confirmations: mostConfirmations,
    'network-confirmations': Math.max(
      leastOfNetwork,
      Math.floor((quotas.confirmationsADay / 100) * percentOfNetwork),
    ),
    mailboxes: mostOfMailbox,
    domains: Math.max(mostOfMailbox, Math.ceil(quotas.confirmationsADay / 10)),
    providers: Math.max(mostOfMailbox, Math.ceil(quotas.confirmationsADay / 2)),
    'all-confirmations': quotas.confirmationsADay,
    tests: mostTests,
    exports: mostExports,
    'export-attempts': mostExportAttempts,
    statements: mostStatements,
    files: quotas.filesADay,
    'file-bytes': quotas.fileBytes,
    drafts: mostDrafts,
    'draft-bytes': mostDraftBytes,
  }
  return most[kind]
}

/** When the wallet may try again: quotas at once may be freed at any moment. */
function endOf(kind: QuotaKind, now: number): number {
  return isDaily(kind) ? endOfDay(now) : now + minute
}

export function refusalOf(kind: QuotaKind, most: number, now: number): HttpError {
  const endsAt = endOf(kind, now)
  const [retryAfter, sentence] = [Math.ceil((endsAt - now) / 1_000), sentenceOf(kind, most, endsAt)]
  // This quota was not used up by the wallet itself.
  return kind === 'all-confirmations' || kind === 'all-sponsored'
    ? new UnavailableError(sentence, { code: 'service-quota-exceeded', retryAfter })
    : new TooManyRequestsError(retryAfter, sentence, { code: 'quota-exceeded' })
}

function sentenceOf(kind: QuotaKind, most: number, endsAt: number): string {
  if (isDaily(kind)) return `${daily[kind](most)}, which is the most; you can go on at ${instant(endsAt)}.`
  if (kind === 'blocks') return `You block ${most} addresses already; unblock one of them first.`
  if (kind === 'channels') return `You have ${most} channels, which is the most; remove one of them first.`
  if (kind === 'follows') return `You follow ${most} filters, which is the most; end one of them first.`
  if (kind === 'bookmarks')
    return `You have ${most} bookmarks, which is the most; take one of them away first.`
  if (kind === 'file-bytes')
    return `Your files may take ${Math.floor(most / megabyte)} MB in all; delete one of them first.`
  if (kind === 'live-votes')
    return `${most} of your proposals are being voted on, which is the most; wait until one of them ends.`
  if (kind === 'drafts') return `You have ${most} drafts, which is the most; delete one of them first.`
  if (kind === 'draft-bytes')
    return 'Your drafts take up all the room that there is for them; delete one of them first.'
  return `You have ${most} quests that are not over, which is the most; you can post another when one of them is completed or cancelled.`
}
