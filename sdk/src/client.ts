import { account } from './account.ts'
import { communityDao } from './community-dao.ts'
import type { LiveEvent } from './contract/index.ts'
import type { EventOptions } from './events.ts'
import { files } from './files.ts'
import { loadEvents } from './load-events.ts'
import { mail } from './mail.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import { profile, profiles, resolve } from './people.ts'
import { quests } from './quests.ts'
import type { RetryOptions } from './retry.ts'
import { service } from './service.ts'
import { session } from './session.ts'
import { keys, sessions } from './sessions.ts'
import { tasks } from './tasks.ts'
import type { Connection } from './transport.ts'

export type FurrowOptions = {
  /** The service's address with its prefix: `https://furrow.example.org/api`. */
  readonly baseUrl: string
  /** A token from an earlier sign-in, or an API key. */
  readonly token?: string
  /** Another `fetch` than the platform's. */
  readonly fetch?: typeof fetch
  /**
   * A call that changes something carries a fresh Idempotency-Key, and is asked again with it where no answer came: where the
   * connection broke, or for 502, 503 and 504. It is done once all the same. `false` turns both off.
   */
  readonly retry?: RetryOptions | false
}

/** A client of one Furrow service. Every call throws `FurrowError` where the service refuses. */
export type Furrow = ReturnType<typeof createFurrow>

/**
 * A typed client of a Furrow service.
 *
 * @example
 * const furrow = createFurrow({ baseUrl: 'http://127.0.0.1:8080/api' })
 * await furrow.signIn(walletClient)
 * const { items: quests } = await furrow.quests.list({ status: 'open', skill: 'typescript' })
 * await furrow.quests.accept(quests[0])
 */
export function createFurrow({ baseUrl, token = undefined, fetch = undefined, retry = {} }: FurrowOptions) {
  const connection: Connection = {
    baseUrl: baseUrl.replace(/\/$/, ''),
    token: token ?? null,
    retry: retry === false ? null : retry,
    pages: new Map(),
    ...(fetch !== undefined && { fetch }),
  }
  return {
    ...session(connection),
    ...service(connection),
    /** The session's token; null before `signIn` and after `signOut`. */
    get token() {
      return connection.token
    },
    sessions: sessions(connection),
    keys: keys(connection),
    account: account(connection),
    profile: profile(connection),
    profiles: profiles(connection),
    resolve: resolve(connection),
    quests: quests(connection),
    tasks: tasks(connection),
    mail: mail(connection),
    /** Channels out of the app: e-mail, web push, webhooks and chats. */
    notifications: notifications(connection),
    files: files(connection),
    communityDao: communityDao(connection),
    /** Reports, and what moderators do about them. */
    moderation: moderation(connection),
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
    events: (options?: EventOptions): AsyncGenerator<LiveEvent, void> => loadEvents(connection, options),
  }
}
