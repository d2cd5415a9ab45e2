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

/**
 * Reports, the moderators' acts, and answers to them. Every call throws FurrowError where the service refuses or cannot
 * be reached.
 */
export const moderation = (connection: Connection) => ({
  /**
   * Reports something to the moderators, which hides nothing by itself: `{ kind: 'quest', id, reason: 'spam' }`. Only its
   * recipient can report a letter, and discloses it: `disclose: true`. A repeated call gives the first report.
   */
  report: (body: NewReport) => requestAgain<Report>(connection, 'POST', '/reports', { body }),
  /** Acts on the caller's own things, and whether the caller moderates or is frozen. */
  mine: (query: ModerationQuery = {}): Promise<Page<OwnModeration>> =>
    requestPage<OwnModeration>(connection, '/moderation/mine', query),
  /** Answers the hiding or freezing of something of the caller's, once. */
  answer: (body: ModerationAnswer) => requestOnce<Success>(connection, 'POST', '/moderation/answers', body),
  /** For moderators: reported things waiting for a decision, first those reported by people who were right before. */
  queue: (query: ModerationQuery = {}): Promise<Page<ReportedThing[]>> =>
    requestPage<ReportedThing[]>(connection, '/moderation/queue', query),
  /** For moderators: all acts, newest first. */
  log: (query: ModerationQuery = {}): Promise<Page<ModerationLogEntry[]>> =>
    requestPage<ModerationLogEntry[]>(connection, '/moderation/log', query),
  /**
   * For moderators: hides or restores something, freezes or unfreezes the wallet that owns it, or dismisses its reports,
   * with a reason for its owner: `{ action: 'hide', kind: 'quest', id, reason: 'It asks for seed phrases.' }`.
   */
  act: (body: ModerationAction) => requestOnce<ModerationLogEntry>(connection, 'POST', '/moderation', body),
  /** For moderators: dismisses all waiting reports of one wallet. Gives their number in `reports`. */
  dismissReporter: (body: ReporterDismissal) =>
    request<ModerationLogEntry>(connection, 'POST', '/moderation/dismissals', { body }),
  /** For moderators: the list of moderators. */
  moderators: () => request<Moderator[]>(connection, 'GET', '/moderation/moderators'),
  /** For the platform wallet: names a moderator. */
  nameModerator: (address: string) =>
    requestAgain<Moderator>(connection, 'POST', '/moderation/moderators', { body: { address } }),
  /** For the platform wallet: removes a moderator. */
  removeModerator: (address: string) =>
    request<Success>(connection, 'DELETE', '/moderation/moderators', { body: { address } }),
})
