import type {
  BegunConnection,
  BetaAnswer,
  Caller,
  CheckedRepository,
  CodehostCode,
  CodehostToken,
  ConnectionCode,
  Diagnosis,
  Leaderboard,
  LeaderboardRules,
  MadeConnection,
  MergeHint,
  NewConnection,
  Overview,
  ProofPreview,
  PublicConfig,
  Reputation,
  ReputationQuery,
  Setup,
  Success,
  Verification,
  Version,
} from './contract/index.ts'
import { type Connection, type Page, request, requestPage } from './transport.ts'

/** Questions about the service itself, its boards, and merges. */
export const service = (connection: Connection) => ({
  /** The settings of this service that a client needs. */
  config: () => request<PublicConfig>(connection, 'GET', '/config'),
  /** The figures of a first page: open quests, their rewards by token, and the median of days to pay. */
  overview: () => request<Overview>(connection, 'GET', '/overview'),
  /** The version of the service that answers. */
  version: () => request<Version>(connection, 'GET', '/version'),
  /** How the service is, and all that it depends on; for the platform wallet. */
  doctor: () => request<Diagnosis>(connection, 'GET', '/doctor'),
  /** The wallet whose token this client has, and what that token may do. */
  getMe: () => request<Caller>(connection, 'GET', '/auth/me'),
  /** @deprecated It is `getMe`, as in the OpenAPI document. */
  whoAmI: () => request<Caller>(connection, 'GET', '/auth/me'),
  /** Whether a beta access code is valid. */
  checkBetaCode: (code: string) => request<BetaAnswer>(connection, 'POST', '/auth/beta', { body: { code } }),

  /** This season's best farmers, givers and guilds; or an earlier one's, or those of one skill or token. */
  leaderboard: ({ season, ...filter }: { season?: number; skill?: string; token?: string } = {}) =>
    request<Leaderboard>(connection, 'GET', '/leaderboard', {
      query: { ...filter, ...(season !== undefined && { season: String(season) }) },
    }),
  /** The rules for points, as text. */
  leaderboardRules: () => request<LeaderboardRules>(connection, 'GET', '/leaderboard/rules'),

  /** The reputation of an address. */
  reputation: (address: string) =>
    request<Reputation>(connection, 'GET', '/reputation', { query: { address } }),
  /** As `reputation`, with a page of the reviews and the cursor of the next one. */
  reputationPage: (
    address: string,
    query: Omit<ReputationQuery, 'address'> = {},
  ): Promise<Page<Reputation>> => requestPage<Reputation>(connection, '/reputation', { address, ...query }),

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
  /** Whether a pull request would be paid if it were merged as it is now, and why not. */
  previewProof: ({ repo, pr }: MergeHint) =>
    request<ProofPreview>(connection, 'GET', '/verify/preview', { query: { repo, pr: String(pr) } }),
})

/** For the platform wallet: the state of the service, and its connection to the code host. */
export const setup = (connection: Connection) => ({
  /** The findings of the doctor, and the way in which the service is connected to its code host. */
  get: () => request<Setup>(connection, 'GET', '/setup'),
  /** Begins to connect GitHub: the manifest of an app, to be posted there as a form. */
  begin: (options: NewConnection = {}) =>
    request<BegunConnection>(connection, 'POST', '/setup/github', { body: options }),
  /** Ends it, with the code and the state that GitHub sends back. */
  connect: (body: ConnectionCode) =>
    request<MadeConnection>(connection, 'POST', '/setup/github/app', { body }),
  /** Forgets the app's secrets. */
  disconnect: () => request<Success>(connection, 'DELETE', '/setup/github/app'),
  /** Asks the code host about one repository, and tells of its last delivery. */
  check: (repository: string) =>
    request<CheckedRepository>(connection, 'GET', '/setup/check', { query: { repository } }),
})

/** The code host that the service knows. */
export const codehost = (connection: Connection) => ({
  /** Exchanges an OAuth authorization code; signed in, it also proves the account as one's own. */
  exchange: (code: string, options: Omit<CodehostCode, 'code'> = {}) =>
    request<CodehostToken>(connection, 'POST', '/codehost/token', { body: { code, ...options } }),
})
