import type {
  ModerationAction,
  ModerationAnswer,
  ModerationLogEntry,
  ModerationQuery,
  Moderator,
  NewReport,
  OwnModeration,
  Report,
  ReportedThing,
  ReporterDismissal,
  Success,
} from './contract/index.ts'
import { type Connection, type Page, request, requestAgain, requestOnce, requestPage } from './transport.ts'

/** What people report, what moderators do about it, and what is said to that. */
export const moderation = (connection: Connection) => ({
  /**
   * Tells the moderators of something, which hides nothing by itself: `{ kind: 'quest', id, reason: 'spam' }`. Of a letter, one is
   * the recipient, and shows it to them: `disclose: true`. Again, it gives the first report.
   */
  report: (body: NewReport) => requestAgain<Report>(connection, 'POST', '/reports', { body }),
  /** What was done to what is one's own, and whether one moderates, or is frozen. */
  mine: (query: ModerationQuery = {}): Promise<Page<OwnModeration>> =>
    requestPage<OwnModeration>(connection, '/moderation/mine', query),
  /** Says something to what was hidden or frozen of one's own, once. */
  answer: (body: ModerationAnswer) => requestOnce<Success>(connection, 'POST', '/moderation/answers', body),
  /** For moderators: what was reported and waits, first what somebody reported who was right before. */
  queue: (query: ModerationQuery = {}): Promise<Page<ReportedThing[]>> =>
    requestPage<ReportedThing[]>(connection, '/moderation/queue', query),
  /** For moderators: what was done, the newest first. */
  log: (query: ModerationQuery = {}): Promise<Page<ModerationLogEntry[]>> =>
    requestPage<ModerationLogEntry[]>(connection, '/moderation/log', query),
  /**
   * For moderators: hides or restores something, freezes or unfreezes the wallet whose it is, or dismisses its reports, for a
   * reason that its owner reads: `{ action: 'hide', kind: 'quest', id, reason: 'It asks for seed phrases.' }`.
   */
  act: (body: ModerationAction) => requestOnce<ModerationLogEntry>(connection, 'POST', '/moderation', body),
  /** For moderators: dismisses all that one wallet reported and that waits. Says in `reports` how many there were. */
  dismissReporter: (body: ReporterDismissal) =>
    request<ModerationLogEntry>(connection, 'POST', '/moderation/dismissals', { body }),
  /** For moderators: who they are. */
  moderators: () => request<Moderator[]>(connection, 'GET', '/moderation/moderators'),
  /** For the platform wallet: names a moderator. */
  nameModerator: (address: string) =>
    requestAgain<Moderator>(connection, 'POST', '/moderation/moderators', { body: { address } }),
  /** For the platform wallet: takes that back. */
  removeModerator: (address: string) =>
    request<Success>(connection, 'DELETE', '/moderation/moderators', { body: { address } }),
})
