import { account } from './account.ts'
import { communityDao } from './community-dao.ts'
import type {
  ApiKey,
  Application,
  ApplicationQuery,
  BetaAnswer,
  Channel,
  ChannelChange,
  CodehostCode,
  CodehostToken,
  CommentChange,
  CommentQuery,
  CommentThread,
  Diagnosis,
  Dispute,
  DisputeQuery,
  Evidence,
  FileForm,
  FileQuery,
  ImportedQuest,
  Invitation,
  Leaderboard,
  LeaderboardRules,
  LiveEvent,
  MadeChannel,
  MailBlock,
  MailQuery,
  MergeHint,
  Message,
  NewApiKey,
  NewChannel,
  NewComment,
  NewInvitation,
  NewMessage,
  Notifications,
  OwnSession,
  Profile,
  ProfileCard,
  ProfileChange,
  ProfilesQuery,
  PublicConfig,
  Quest,
  QuestChange,
  QuestComment,
  QuestComments,
  QuestEdits,
  QuestEvent,
  QuestEventQuery,
  QuestImport,
  QuestPost,
  QuestQuery,
  QuestRevision,
  QuestRevisionQuery,
  Reputation,
  ReputationQuery,
  Resolution,
  StoredFile,
  Success,
  TaskCounts,
  TaskList,
  TaskQuery,
  Verification,
  Version,
} from './contract/index.ts'
import { FurrowError } from './errors.ts'
import type { EventOptions } from './events.ts'
import { loadEvents } from './load-events.ts'
import { loadSigning } from './load-signing.ts'
import { moderation } from './moderation.ts'
import { questDrafts } from './quest-drafts.ts'
import type { RetryOptions } from './retry.ts'
import type { ApiKeyTerms, Signer, SignInOptions } from './sign-in.ts'
import {
  type ChangeOptions,
  type Connection,
  type Page,
  request,
  requestAgain,
  requestAll,
  requestBlob,
  requestOnce,
  requestPage,
} from './transport.ts'

export type FurrowOptions = {
  /** The service's address with its prefix: `https://furrow.example.org/api`. */
  readonly baseUrl: string
  /** A token from an earlier sign-in, or an API key. */
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
  const change = (body: QuestChange, options?: ChangeOptions) =>
    requestOnce<Quest>(connection, 'PATCH', '/quests', body, options)

  return {
    /** The session's token; null before `signIn` and after `signOut`. */
    get token() {
      return connection.token
    },

    /** Signs in with a wallet; the token is kept for the calls that follow, and returned. */
    async signIn(signer: Signer, options?: SignInOptions): Promise<string> {
      const { signIn } = await loadSigning()
      return signIn(connection, signer, options)
    },

    /** Takes a token from an earlier sign-in. */
    resume(token: string) {
      connection.token = token
    },

    /**
     * Forgets the token at once, and ends its session at the service. Gives whether the service did so: where it cannot be
     * reached, the session goes on there until its time is over. An API key is only forgotten.
     */
    async signOut(): Promise<boolean> {
      const { token } = connection
      connection.token = null
      connection.pages.clear()
      if (token === null || token.startsWith('furrow_')) return true
      return request<Success>({ ...connection, token }, 'DELETE', '/auth/session').then(
        () => true,
        // One that is over already needs no end.
        error => error instanceof FurrowError && error.status === 401,
      )
    },

    /** Ends every session of the address, on every device, and forgets the token. */
    async signOutEverywhere() {
      const answer = await request<Success>(connection, 'POST', '/auth/revoke')
      connection.token = null
      connection.pages.clear()
      return answer
    },

    sessions: {
      /** Your sessions, the newest first. */
      list: () => request<OwnSession[]>(connection, 'GET', '/auth/sessions'),
      /** Ends one of them, on whichever device it is. */
      end: (id: string) => request<Success>(connection, 'DELETE', `/auth/sessions/${encodeURIComponent(id)}`),
    },

    keys: {
      /** Makes an API key for a program; the key itself is told this once. The wallet shows what it may do. */
      async make(
        signer: Signer,
        terms: ApiKeyTerms,
        options?: Omit<SignInOptions, 'statement'>,
      ): Promise<NewApiKey> {
        const { makeApiKey } = await loadSigning()
        return makeApiKey(connection, signer, terms, options)
      },
      /** Your keys, the newest first. */
      list: () => request<ApiKey[]>(connection, 'GET', '/auth/keys'),
      /** Ends one, at once. */
      revoke: (id: string) => request<Success>(connection, 'DELETE', '/auth/keys', { query: { id } }),
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

    profiles: {
      /** What to call up to 100 addresses: a short card for each, also for who has no profile. */
      cards: (addresses: readonly string[]) =>
        request<ProfileCard[]>(connection, 'GET', '/profiles', { query: { address: addresses.join(',') } }),
      /** A page of the directory of farmers: `{ skill: 'typescript', sort: 'rating' }`. */
      find: (query: Omit<ProfilesQuery, 'address'> = {}): Promise<Page<ProfileCard[]>> =>
        requestPage<ProfileCard[]>(connection, '/profiles', query),
    },

    /** What leaves the app: by e-mail, web push, or webhook. */
    notifications: {
      /** Your channels, and what this service can do. */
      get: () => request<Notifications>(connection, 'GET', '/notifications'),
      /** Adds a channel. An e-mail address is sent a link first; a webhook's secret is told this once. */
      add: (body: NewChannel, options?: ChangeOptions) =>
        requestOnce<MadeChannel>(connection, 'POST', '/notifications/channels', body, options),
      /** What it hears of, and how often; or switches it on again. */
      change: (body: ChannelChange) =>
        request<Channel>(connection, 'PATCH', '/notifications/channels', { body }),
      /** Sends something to it; what came of it is soon in `get`. */
      test: (id: string) =>
        request<Success>(connection, 'POST', '/notifications/channels/test', { body: { id } }),
      remove: (id: string) =>
        request<Success>(connection, 'DELETE', '/notifications/channels', { query: { id } }),
      /** With the token of the link that was sent to an e-mail address; needs no session. */
      confirm: (token: string) =>
        request<Success>(connection, 'POST', '/notifications/channels/confirm', { body: { token } }),
    },

    tasks: {
      /** What waits for you: what is due first comes first. */
      list: async (query: TaskQuery = {}): Promise<TaskList> =>
        (await requestPage<TaskList>(connection, '/tasks', query)).items,
      /** How much waits for you, of each kind. */
      counts: async (): Promise<TaskCounts> =>
        (await requestPage<TaskCounts>(connection, '/tasks/counts', {})).items,
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
      /** What people write about a quest, in the open: a page of it, and what is pinned. */
      comments: (id: string, query: Omit<CommentQuery, 'id'> = {}): Promise<Page<QuestComments>> =>
        requestPage<QuestComments>(connection, '/quests/comments', { id, ...query }),
      /** Writes a comment that everyone can read; `replyTo` is the id of the one that it answers. */
      comment: (body: NewComment, options?: ChangeOptions) =>
        requestOnce<QuestComment>(connection, 'POST', '/quests/comments', body, options),
      /** Changes one's own comment, for some minutes; or pins one of one's quest. */
      changeComment: (body: CommentChange, options?: ChangeOptions) =>
        requestOnce<QuestComment>(connection, 'PATCH', '/quests/comments', body, options),
      /** Deletes one's own comment, or one of one's quest; a mark stays. */
      deleteComment: (commentId: string) =>
        request<Success>(connection, 'DELETE', '/quests/comments', { body: { commentId } }),
      /** The giver wants no more comments, or wants them again. */
      closeComments: (questId: string, closed = true) =>
        request<CommentThread>(connection, 'PUT', '/quests/comments', { body: { questId, closed } }),
      /** What its giver changed of a quest, the newest first: a page of it. */
      revisions: (id: string, query: Omit<QuestRevisionQuery, 'id'> = {}): Promise<Page<QuestRevision[]>> =>
        requestPage<QuestRevision[]>(connection, '/quests/revisions', { id, ...query }),
      /** A quest of an issue at the code host, to be looked over; it posts nothing. */
      import: (body: QuestImport) => request<ImportedQuest>(connection, 'POST', '/quests/import', { body }),
      drafts: questDrafts(connection),
      /** Posts a quest; `rewardAmount` is for each farmer. With `draftId` that draft goes, unless it is a template. */
      post: (body: QuestPost, options?: ChangeOptions) =>
        requestOnce<Quest>(connection, 'POST', '/quests', body, options),
      /**
       * Takes a place. Give the quest as you read it, and not its id alone: its terms are what you agree to.
       * @throws FurrowError 409 where its giver has edited it since; `changed` has the terms before and after.
       */
      accept: ((quest: QuestAsRead, options?: ChangeOptions) =>
        change({ ...asRead(quest), action: 'accept' }, options)) as Accept,
      /** Applies for a place of a quest whose giver chooses; the answer has the `application`. Otherwise as `accept`. */
      apply: ((quest: QuestAsRead, note?: string, options?: ChangeOptions) =>
        change(
          { ...asRead(quest), action: 'accept', ...(note !== undefined && { note }) },
          options,
        )) as Apply,
      /** A page of the applications for a quest of one's own, or of one's own applications. */
      applications: (query: ApplicationQuery = {}): Promise<Page<Application[]>> =>
        requestPage<Application[]>(connection, '/quests/applications', query),
      /** The giver gives an applicant a place. */
      admit: (questId: string, farmer: string, options?: ChangeOptions) =>
        change({ questId, action: 'admit', farmer }, options),
      /** The giver declines an application; the applicant alone reads the reason. */
      decline: (questId: string, farmer: string, reason?: string, options?: ChangeOptions) =>
        change({ questId, action: 'decline', farmer, ...(reason !== undefined && { reason }) }, options),
      /** The giver frees a place in which there was no work for a while. */
      remove: (questId: string, farmer: string, reason?: string, options?: ChangeOptions) =>
        change({ questId, action: 'remove', farmer, ...(reason !== undefined && { reason }) }, options),
      /** The farmer is still on it: once, so that the giver cannot free the place for a while. */
      keep: (questId: string, options?: ChangeOptions) => change({ questId, action: 'keep' }, options),
      /**
       * The giver gives a farmer who has no work in yet more time, until then (ISO 8601): twice at most, each time at most as
       * much again as a new place has. The farmer is told.
       * @throws FurrowError 400 where the place has work, was extended twice, or `until` is too early or too late; 403 for others.
       */
      extend: (questId: string, farmer: string, until: string, options?: ChangeOptions) =>
        change({ questId, action: 'extend', farmer, until }, options),
      /** Gives the place back, before there is work; or takes an application back. */
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
      /** The giver shows the transaction that paid released work; `chainId` is needed where the token is on several. */
      paid: (questId: string, farmer: string, txHash: string, chainId?: number, options?: ChangeOptions) =>
        change(
          { questId, action: 'paid', farmer, txHash, ...(chainId !== undefined && { chainId }) },
          options,
        ),
      /**
       * The farmer says that the payment that is shown is the one, also where it came from another wallet than the giver's. The
       * platform wallet may decide so, and names the farmer.
       */
      confirmPayment: (questId: string, farmer?: string, options?: ChangeOptions) =>
        change({ questId, action: 'confirm-payment', ...(farmer !== undefined && { farmer }) }, options),
      /** The farmer says that the payment that is shown did not come: it counts no more until that is cleared. */
      notReceived: (questId: string, options?: ChangeOptions) =>
        change({ questId, action: 'not-received' }, options),
      /** The giver returns work that was handed in, and says what is missing; at most twice. */
      return: (questId: string, farmer: string, note: string, options?: ChangeOptions) =>
        change({ questId, action: 'return', farmer, note }, options),
      /** The farmer says what he has to say to a dispute, for everybody to read. */
      answer: (questId: string, what: { url?: string; note?: string }, options?: ChangeOptions) =>
        change({ questId, action: 'answer', ...what }, options),
      /** Either party shows something to the other and to whoever decides; the giver says over whose work. */
      addEvidence: (
        questId: string,
        what: { farmer?: string; url?: string; note?: string },
        options?: ChangeOptions,
      ) => change({ questId, action: 'add-evidence', ...what }, options),
      /** What was shown of a dispute over a farmer's work, to its parties and the arbiter. */
      evidence: (id: string, farmer: string) =>
        request<Evidence[]>(connection, 'GET', '/quests/evidence', { query: { id, farmer } }),
      /** The farmer gives in: the giver is refunded at once. */
      concede: (questId: string, options?: ChangeOptions) => change({ questId, action: 'concede' }, options),
      /** Open disputes, the one that ends first at the beginning: all for the arbiter, and one's own for anybody else. */
      disputes: (query: DisputeQuery = {}): Promise<Page<Dispute[]>> =>
        requestPage<Dispute[]>(connection, '/quests/disputes', query),
      /** The platform wallet decides a dispute; a split needs `share`, the farmer's part from 0 to 1. */
      resolve: (
        questId: string,
        farmer: string,
        outcome: 'pay' | 'refund' | 'split',
        { share, reason, ...options }: ChangeOptions & { share?: number; reason?: string } = {},
      ) =>
        change(
          {
            questId,
            action: 'resolve',
            farmer,
            outcome,
            ...(share !== undefined && { share }),
            ...(reason !== undefined && { reason }),
          },
          options,
        ),
      /** The parties of paid work review each other: 1 to 5. */
      review: (questId: string, address: string, rating: number, comment?: string, options?: ChangeOptions) =>
        change(
          { questId, action: 'review', address, rating, ...(comment !== undefined && { comment }) },
          options,
        ),
      /** The giver changes what he gives here; `expectedUpdatedAt` is the quest's `updatedAt` as he saw it. */
      edit: (questId: string, changes: QuestEdits, expectedUpdatedAt: string, options?: ChangeOptions) =>
        change({ questId, action: 'edit', changes, expectedUpdatedAt }, options),
      /** The giver takes no farmers for now. */
      pause: (questId: string, options?: ChangeOptions) =>
        change({ questId, status: 'in-progress' }, options),
      /** He takes them again. */
      resume: (questId: string, options?: ChangeOptions) => change({ questId, status: 'open' }, options),
      /** The giver pays everyone who has a place, and closes the quest. */
      complete: (questId: string, options?: ChangeOptions) =>
        change({ questId, status: 'completed' }, options),
      /** The giver asks a farmer to an open quest, once, with a letter. */
      invite: (body: NewInvitation, options?: ChangeOptions) =>
        requestOnce<Invitation>(connection, 'POST', '/quests/invite', body, options),
      /** The farmer does not want to be reminded of an invitation. */
      declineInvite: (questId: string) =>
        request<Success>(connection, 'DELETE', '/quests/invite', { body: { questId } }),
      /** The giver cancels the quest, while no work is in review. */
      cancel: (questId: string, options?: ChangeOptions) => change({ questId, status: 'cancelled' }, options),
    },

    /**
     * What changes while one listens, soon after it did: the boards, and in a session one's own mail and tasks. Each event tells that
     * something changed, and never what; `ready` comes first, and after each break: ask then for what you show, unless it
     * says `resumed`. It comes back by itself until `signal` is aborted.
     *
     * @example
     * for await (const { type } of furrow.events({ signal })) if (type === 'quests') await showBoard()
     *
     * @throws FurrowError where coming back would not help: 401 where the session is over, 404 where there are no events.
     */
    events: (options?: EventOptions): AsyncGenerator<LiveEvent, void> => loadEvents(connection, options),

    mail: {
      /** A page of one's own mail and the broadcasts, newest first; `quest` and `from` leave only those about it, or of him. */
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

    account: account(connection),

    /** Reports, and what moderators do about them. */
    moderation: moderation(connection),

    files: {
      /**
       * Sends a file: an image, a PDF or a plain text, of at most 5 MB. The `url` of the answer goes into a Markdown text.
       * Evidence names its quest and farmer: `{ use: 'evidence', questId, farmer }`.
       */
      upload(file: Blob, { use, questId, farmer }: FileForm = {}): Promise<StoredFile> {
        const form = new FormData()
        for (const [name, value] of Object.entries({ use, questId, farmer }))
          if (value !== undefined) form.set(name, value)
        form.set('file', file)
        return requestAgain<StoredFile>(connection, 'POST', '/files', { body: form })
      },
      /** A page of one's own files, newest first. */
      list: (query: FileQuery = {}): Promise<Page<StoredFile[]>> =>
        requestPage<StoredFile[]>(connection, '/files', query),
      /** What is in a file; of evidence, for who may see it. `name` is the last part of its `url`. */
      open: (name: string) => requestBlob(connection, `/files/${encodeURIComponent(name)}`),
      /** Takes one's own file away: its address then leads nowhere. */
      delete: (id: string) => request<Success>(connection, 'DELETE', `/files/${encodeURIComponent(id)}`),
    },

    /** This season's best farmers, givers and guilds; or an earlier one's, or those of one skill or token. */
    leaderboard: ({ season, ...filter }: { season?: number; skill?: string; token?: string } = {}) =>
      request<Leaderboard>(connection, 'GET', '/leaderboard', {
        query: { ...filter, ...(season !== undefined && { season: String(season) }) },
      }),
    /** What counts for points. */
    leaderboardRules: () => request<LeaderboardRules>(connection, 'GET', '/leaderboard/rules'),

    /** What is known of an address. */
    reputation: (address: string) =>
      request<Reputation>(connection, 'GET', '/reputation', { query: { address } }),

    /** As `reputation`, with a page of the reviews and the cursor of the next one. */
    reputationPage: (
      address: string,
      query: Omit<ReputationQuery, 'address'> = {},
    ): Promise<Page<Reputation>> => requestPage<Reputation>(connection, '/reputation', { address, ...query }),

    communityDao: communityDao(connection),

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

type Read = Pick<Quest, 'id' | 'updatedAt'>

/** A quest as it was read; or its id alone, as released clients have it. */
export type QuestAsRead = Read | string

type Accept = {
  (quest: Read, options?: ChangeOptions): Promise<Quest>
  /**
   * @deprecated Give the quest as you read it. An id alone does not say which terms you agree to: where the giver has just
   * edited the quest, you take the new ones unseen. It stays, since released clients use it.
   */
  (questId: string, options?: ChangeOptions): Promise<Quest>
}

type Apply = {
  (quest: Read, note?: string, options?: ChangeOptions): Promise<Quest>
  /** @deprecated For the same reason as the `questId` of `accept`. */
  (questId: string, note?: string, options?: ChangeOptions): Promise<Quest>
}

function asRead(quest: QuestAsRead): { questId: string; expectedUpdatedAt?: string } {
  return typeof quest === 'string'
    ? { questId: quest }
    : { questId: quest.id, expectedUpdatedAt: quest.updatedAt }
}
