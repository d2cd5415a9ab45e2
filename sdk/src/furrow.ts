import type { account } from './account.ts'
import type { communityDao } from './community-dao.ts'
import type { LiveEvent } from './contract/index.ts'
import type { credentials } from './credentials.ts'
import type { EventOptions } from './events.ts'
import type { files } from './files.ts'
import { loadEvents } from './load-events.ts'
import type { mail } from './mail.ts'
import type { moderation } from './moderation.ts'
import type { notifications } from './notifications.ts'
import type { payouts } from './payouts.ts'
import type { profile, profiles, resolve } from './people.ts'
import type { questDrafts } from './quest-drafts.ts'
import type { quests } from './quests.ts'
import type { RetryOptions } from './retry.ts'
import type { codehost, service, setup } from './service.ts'
import type { session } from './session.ts'
import type { keys, sessions } from './sessions.ts'
import type { tasks } from './tasks.ts'
import type { thanks } from './thanks.ts'
import type { Connection } from './transport.ts'

export type FurrowOptions = {
  /** The service's address with its prefix: `https://furrow.example.org/api`. */
  readonly baseUrl: string
  /** A token from an earlier sign-in, or an API key. */
  readonly token?: string
  /** Another `fetch` than the platform's. */
  readonly fetch?: typeof fetch
  /**
   * A call is asked again where no answer came: where the connection broke, or for 502, 503 and 504; a read also for 429 with
   * `Retry-After`. A call that changes something carries a fresh Idempotency-Key, so it is done once all the same. `false` turns
   * both off.
   */
  readonly retry?: RetryOptions | false
}

export type AccountApi = ReturnType<typeof account>
export type CodehostApi = ReturnType<typeof codehost>
export type CommunityDaoApi = ReturnType<typeof communityDao>
export type FilesApi = ReturnType<typeof files>
export type KeysApi = ReturnType<typeof keys>
export type MailApi = ReturnType<typeof mail>
export type ModerationApi = ReturnType<typeof moderation>
export type NotificationsApi = ReturnType<typeof notifications>
export type PayoutsApi = ReturnType<typeof payouts>
export type ProfileApi = ReturnType<typeof profile>
export type ProfilesApi = ReturnType<typeof profiles>
export type QuestDraftsApi = ReturnType<typeof questDrafts>
export type QuestsApi = ReturnType<typeof quests>
export type ResolveApi = ReturnType<typeof resolve>
export type ServiceApi = ReturnType<typeof service>
export type SessionApi = ReturnType<typeof session>
export type SessionsApi = ReturnType<typeof sessions>
export type SetupApi = ReturnType<typeof setup>
export type TasksApi = ReturnType<typeof tasks>
export type CredentialsApi = ReturnType<typeof credentials>
export type ThanksApi = ReturnType<typeof thanks>

/** The subjects of a client, each with its calls. */
export type FurrowAreas = {
  readonly sessions: SessionsApi
  readonly keys: KeysApi
  readonly account: AccountApi
  readonly profile: ProfileApi
  readonly profiles: ProfilesApi
  readonly resolve: ResolveApi
  readonly quests: QuestsApi
  readonly tasks: TasksApi
  /** Released work that a giver has not paid yet. */
  readonly payouts: PayoutsApi
  /** Thanks for merged pull requests that nobody posted, and tips for finished work. */
  readonly thanks: ThanksApi
  readonly credentials: CredentialsApi
  readonly mail: MailApi
  /** Channels out of the app: e-mail, web push, webhooks and chats. */
  readonly notifications: NotificationsApi
  readonly files: FilesApi
  readonly communityDao: CommunityDaoApi
  readonly codehost: CodehostApi
  /** For the platform wallet: how the service is set up. */
  readonly setup: SetupApi
  /** Reports, and what moderators do about them. */
  readonly moderation: ModerationApi
}

type Live = {
  /** The session's token; null before `signIn` and after `signOut`. */
  readonly token: string | null
  /**
   * Tells of changes soon after they happened: the boards, and in a session one's own mail and tasks. Each event tells that
   * something changed, and never what; `ready` comes first, and after each break: ask then for what you show, unless it
   * says `resumed`. It comes back by itself until `signal` is aborted.
   *
   * @example
   * for await (const { type } of furrow.events({ signal })) if (type === 'quests') await showBoard()
   *
   * @throws FurrowError where coming back would not help: 401 where the session is over, 404 where there are no events.
   */
  events(options?: EventOptions): AsyncGenerator<LiveEvent, void>
}

/** A client of one Furrow service. Every call throws `FurrowError` where the service refuses. */
export type Furrow = SessionApi & ServiceApi & FurrowAreas & Live

export function connectTo({ baseUrl, token, fetch, retry = {} }: FurrowOptions): Connection {
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    token: token ?? null,
    retry: retry === false ? null : retry,
    pages: new Map(),
    ...(fetch !== undefined && { fetch }),
  }
}

/** A client of these areas. */
export function furrowOf(connection: Connection, areas: SessionApi & ServiceApi & FurrowAreas): Furrow {
  return {
    ...areas,
    get token() {
      return connection.token
    },
    events: options => loadEvents(connection, options),
  }
}

/** Forgets the token, and what it was given. */
export function forget(connection: Connection): void {
  connection.token = null
  connection.pages.clear()
}
