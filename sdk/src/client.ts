import type {
  BetaAnswer,
  CodehostCode,
  CodehostToken,
  CommunityDao,
  CommunityDaoChange,
  CommunityDaoQuery,
  Diagnosis,
  Leaderboard,
  MailBlock,
  MailQuery,
  MergeHint,
  Message,
  NewMessage,
  NewProposal,
  NewQuest,
  Profile,
  ProfileChange,
  Proposal,
  PublicConfig,
  Quest,
  QuestChange,
  QuestEvent,
  QuestEventQuery,
  QuestQuery,
  Reputation,
  ReputationQuery,
  Resolution,
  Success,
  Verification,
  Version,
} from './contract/index.ts'
import type { RetryOptions } from './retry.ts'
import { type Signer, type SignInOptions, signIn } from './sign-in.ts'
import {
  type ChangeOptions,
  type Connection,
  type Page,
  request,
  requestAll,
  requestOnce,
  requestPage,
} from './transport.ts'

export type FurrowOptions = {
  /** The service's address with its prefix: `https://furrow.example.org/api`. */
  readonly baseUrl: string
  /** A token from an earlier sign-in. */
  readonly token?: string
  /** Another `fetch` than the platform's. */
  readonly fetch?: typeof fetch
  /**
   * What changes something carries a fresh Idempotency-Key, and is asked again with it where no answer came: where the
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
 * await furrow.quests.accept(quests[0].id)
 */
export function createFurrow({ baseUrl, token = undefined, fetch = undefined, retry = {} }: FurrowOptions) {
  const connection: Connection = {
    baseUrl: baseUrl.replace(/\/$/, ''),
    token: token ?? null,
    retry: retry === false ? null : retry,
    pages: new Map(),
    ...(fetch !== undefined && { fetch }),
  }
  const change = (body: QuestChange, options?: ChangeOptions) =>
    requestOnce<Quest>(connection, 'PATCH', '/quests', body, options)

  return {
    /** The session's token; null before `signIn` and after `signOut`. */
    get token() {
      return connection.token
    },

    /** Signs in with a wallet; the token is kept for the calls that follow, and returned. */
    signIn: (signer: Signer, options?: SignInOptions) => signIn(connection, signer, options),

    /** Takes a token from an earlier sign-in. */
    resume(token: string) {
      connection.token = token
    },

    /** Forgets the token. */
    signOut() {
      connection.token = null
      connection.pages.clear()
    },

    /** What a client needs to know of this service. */
    config: () => request<PublicConfig>(connection, 'GET', '/config'),
    /** Which version of the service answers. */
    version: () => request<Version>(connection, 'GET', '/version'),

    /** How the service is, and all that it depends on; for the platform wallet. */
    doctor: () => request<Diagnosis>(connection, 'GET', '/doctor'),

    /** Whether a beta access code is valid. */
    checkBetaCode: (code: string) =>
      request<BetaAnswer>(connection, 'POST', '/auth/beta', { body: { code } }),

    profile: {
      /** Anyone's profile, or one's own without an address; `init` creates it where there is none. */
      get: (address?: string, { init = false }: { init?: boolean } = {}) =>
        request<Profile>(connection, 'GET', '/profile/', {
          query: { address, ...(init && { init: 'true' }) },
        }),
      /** Changes the given fields of one's own profile. */
      change: (body: ProfileChange) => request<Profile>(connection, 'PUT', '/profile/', { body }),
    },

    quests: {
      /** A page of the quests that fit all filters, newest first or as `sort` says: `{ token: 'USDC', sort: 'reward' }`. */
      list: (query: Omit<QuestQuery, 'id'> = {}): Promise<Page<Quest[]>> =>
        requestPage<Quest[]>(connection, '/quests', query),
      /** One quest, with all its farmers: as many requests as the service has pages of them, mostly one. */
      async get(id: string): Promise<Quest> {
        const parts = await requestAll<[Quest]>(connection, '/quests', { id })
        return parts.map(([quest]) => quest).reduce(withMore)
      },
      /** What happened to a quest, from the beginning: a page of it. */
      events: (id: string, query: Omit<QuestEventQuery, 'id'> = {}): Promise<Page<QuestEvent[]>> =>
        requestPage<QuestEvent[]>(connection, '/quests/events', { id, ...query }),
      /** Posts a quest; `rewardAmount` is for each farmer. */
      post: (body: NewQuest, options?: ChangeOptions) =>
        requestOnce<Quest>(connection, 'POST', '/quests', body, options),
      /** Takes a place. */
      accept: (questId: string, options?: ChangeOptions) => change({ questId, action: 'accept' }, options),
      /** Gives the place back, before there is work. */
      withdraw: (questId: string, options?: ChangeOptions) =>
        change({ questId, action: 'withdraw' }, options),
      /** Hands in work without a pull request. */
      submit: (questId: string, work: { url?: string; note?: string }, options?: ChangeOptions) =>
        change({ questId, action: 'submit', ...work }, options),
      /** The giver pays a farmer now. */
      approve: (questId: string, farmer: string, options?: ChangeOptions) =>
        change({ questId, action: 'approve', farmer }, options),
      /** The giver disputes work, within its review window. */
      dispute: (questId: string, farmer: string, reason: string, options?: ChangeOptions) =>
        change({ questId, action: 'dispute', farmer, reason }, options),
      /** Looks for the deposit on chain; call it when the wallet's transaction is mined, until `funding.status` is funded. */
      fund: (questId: string, options?: ChangeOptions) => change({ questId, action: 'fund' }, options),
      /** The platform wallet decides a dispute. */
      resolve: (questId: string, farmer: string, outcome: 'pay' | 'refund', options?: ChangeOptions) =>
        change({ questId, action: 'resolve', farmer, outcome }, options),
      /** The parties of paid work review each other: 1 to 5. */
      review: (questId: string, address: string, rating: number, comment?: string, options?: ChangeOptions) =>
        change(
          { questId, action: 'review', address, rating, ...(comment !== undefined && { comment }) },
          options,
        ),
      /** The giver pays everyone who has a place, and closes the quest. */
      complete: (questId: string, options?: ChangeOptions) =>
        change({ questId, status: 'completed' }, options),
      /** The giver cancels the quest, while no work is in review. */
      cancel: (questId: string, options?: ChangeOptions) => change({ questId, status: 'cancelled' }, options),
    },

    mail: {
      /** A page of one's own mail and the broadcasts, newest first. */
      list: (query: MailQuery = {}): Promise<Page<Message[]>> =>
        requestPage<Message[]>(connection, '/mail', query),
      /** Sends a message; `to: '*'` is a broadcast, for the platform wallet. */
      send: (body: NewMessage, options?: ChangeOptions) =>
        requestOnce<Message>(connection, 'POST', '/mail', body, options),
      /** Marks one's own copy as read or unread. */
      mark: (messageId: string, read: boolean, options?: ChangeOptions) =>
        requestOnce<Message>(connection, 'PATCH', '/mail', { messageId, read }, options),
      /** Deletes one's own copy. */
      delete: (messageId: string) => request<Success>(connection, 'DELETE', '/mail', { body: { messageId } }),
      /** Whose letters one does not take. */
      blocks: () => request<MailBlock[]>(connection, 'GET', '/mail/blocks'),
      /** Takes no letters of that address from now on. */
      block: (address: string) =>
        request<MailBlock>(connection, 'PUT', '/mail/blocks', { body: { address } }),
      /** Takes its letters again. */
      unblock: (address: string) =>
        request<Success>(connection, 'DELETE', '/mail/blocks', { body: { address } }),
    },

    /** This season's best farmers, givers and guilds. */
    leaderboard: () => request<Leaderboard>(connection, 'GET', '/leaderboard'),

    /** What is known of an address. */
    reputation: (address: string) =>
      request<Reputation>(connection, 'GET', '/reputation', { query: { address } }),

    /** As `reputation`, with a page of the reviews and the cursor of the next one. */
    reputationPage: (
      address: string,
      query: Omit<ReputationQuery, 'address'> = {},
    ): Promise<Page<Reputation>> => requestPage<Reputation>(connection, '/reputation', { address, ...query }),

    communityDao: {
      /** The community's public record. */
      get: () => request<CommunityDao>(connection, 'GET', '/community-dao'),
      /** As `get`, with a page of the proposals and the cursor of the next one. */
      page: (query: CommunityDaoQuery = {}): Promise<Page<CommunityDao>> =>
        requestPage<CommunityDao>(connection, '/community-dao', query),
      /** Makes a proposal. */
      propose: (body: NewProposal, options?: ChangeOptions) =>
        requestOnce<Proposal>(connection, 'POST', '/community-dao', body, options),
      /** The Genesis Creator changes the given fields. */
      change: (body: CommunityDaoChange) =>
        request<CommunityDao>(connection, 'PUT', '/community-dao', { body }),
    },

    resolve: {
      /** From an ENS name to its address. */
      name: (name: string) => request<Resolution>(connection, 'GET', '/resolve', { query: { name } }),
      /** From an address to its ENS name. */
      address: (address: string) =>
        request<Resolution>(connection, 'GET', '/resolve', { query: { address } }),
    },

    codehost: {
      /** Exchanges an OAuth authorization code; signed in, it also proves the account as one's own. */
      exchange: (code: string, options: Omit<CodehostCode, 'code'> = {}) =>
        request<CodehostToken>(connection, 'POST', '/codehost/token', { body: { code, ...options } }),
    },

    /** Tells that a pull request was merged; a CI job's own token may be brought as `bearer`, and need not. */
    verify: (body: MergeHint, { bearer }: { bearer?: string } = {}) =>
      request<Verification>(
        bearer === undefined ? connection : { ...connection, token: bearer },
        'POST',
        '/verify',
        {
          body,
        },
      ),
  }
}

/** A quest with the farmers and transactions of a further page. */
function withMore(quest: Quest, { farmers, funding: { transactions } }: Quest): Quest {
  const { funding } = quest
  return {
    ...quest,
    farmers: [...quest.farmers, ...farmers],
    funding: {
      ...funding,
      ...(transactions && { transactions: [...(funding.transactions ?? []), ...transactions] }),
    },
  }
}
