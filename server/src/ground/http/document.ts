import { type ErrorCode, errorCodes, Failure } from '@furrow/sdk/contract'
import { operations } from './operations.ts'

type Json = Record<string, unknown>
type Answer = Json & { headers?: Json; content?: Json }
type Operation = Json & {
  tags?: readonly string[]
  parameters?: readonly { readonly name: string; readonly in: string }[]
  requestBody?: { readonly content: Json }
  responses: Record<string, Answer>
  security?: readonly Json[]
}
type Document = Json & {
  paths: Record<string, Record<string, Operation>>
  components?: Json
}

const tags: Readonly<Record<string, string>> = {
  auth: 'Sign-in by a wallet, sessions, and API keys',
  config: 'How this installation is set up',
  version: 'The version that answers',
  setup: 'The connection to the code host, for the operator',
  doctor: 'What is wrong with this installation, for its operator',
  overview: 'The community in figures',
  events: 'Live events, as a stream',
  profile: "One's own profile, and those of others",
  profiles: 'The directory of people',
  pictures: 'Pictures of profiles, and the logo',
  quests: 'Quests, the work in them, and all that is said about them',
  'quests.atom': 'Quests as a feed',
  'quests.ics': 'Deadlines as a calendar',
  tasks: 'What waits for the caller',
  payouts: 'Released work that the caller owes',
  thanks: 'Thanks for work that nobody posted, and tips',
  credentials: 'Credentials for paid and proved work, which farmers take along',
  paymaster: 'Gas that the community pays for its people (ERC-7677)',
  mail: 'Letters between people, and from the service',
  leaderboard: 'Points of a season, and the rules for them',
  reputation: 'Reviews, and what follows from them',
  'community-dao': 'The community: members, treasury, proposals and votes',
  resolve: 'ENS names and addresses',
  codehost: 'Accounts at the code host',
  verify: 'Merged pull requests as proof',
  files: 'Files that go with quests and disputes',
  reports: 'Reports to the moderators',
  moderation: 'The decisions of moderators',
  account: "Everything of one's own: export, statement, leaving",
  notifications: 'Channels that tell of events',
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The request, or the state that it meets, does not allow this',
  401: 'No valid proof of who asks',
  403: 'They may not do this',
  404: 'Not there, or not for the caller',
  409: 'Something else has to end first, or the state has changed',
  413: 'Too many bytes',
  415: 'Another type than this operation takes',
  422: 'The Idempotency-Key was used with another request',
  429: 'Too many requests, or the quota is used up',
  500: 'A fault of the service',
  503: 'Something that this needs cannot be reached, or is not set up',
  507: 'No room for more',
}

const failures = Object.fromEntries(
  Object.entries(sentences).map(([status, description]) => [
    `Failure${status}`,
    showFailure(Number(status), description),
  ]),
)

function showFailure(status: number, description: string): Json {
  const codes = Object.values(errorCodes).flatMap(some =>
    Object.entries(some).flatMap(([code, known]) => (known.status === status ? [code as ErrorCode] : [])),
  )
  const { error, code } = Failure.properties
  const schema = {
    ...Failure,
    properties: { error, code: { ...code, examples: codes.slice(0, 1), 'x-known-codes': codes } },
  }
  return {
    description,
    ...([429, 503].includes(status) && {
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
    }),
    content: { 'application/json': { schema } },
  }
}

const headers = {
  RetryAfter: { description: 'Seconds after which to try again', schema: { type: 'integer' } },
  ETag: { description: 'The version of this answer, for If-None-Match', schema: { type: 'string' } },
  Link: { description: 'Leads to the next page: `<...>; rel="next"`', schema: { type: 'string' } },
  IdempotentReplayed: {
    description: 'Sent where this request took effect before, and the answer is of that time',
    schema: { type: 'string', const: 'true' },
  },
}

/** Operations whose answers have an ETag, and are 304 while nothing changed. */
const withVersion: ReadonlySet<unknown> = new Set([
  ...[
    'listQuests',
    'getQuestFacets',
    'getQuestFeed',
    'getQuestCalendar',
    'listComments',
    'listMail',
    'listTasks',
    'countTasks',
  ],
  ...['getProfile', 'getPayer', 'listProfiles', 'getProfilePicture', 'getLogo', 'getFile', 'getOverview'],
  ...['getLeaderboard', 'getReputation', 'getCommunityDao'],
  ...[
    'getDaoJson',
    'getDaoMembersJson',
    'getDaoProposalsJson',
    'getDaoActivitiesJson',
    'getDaoContractsJson',
  ],
])

/** Adds to what follows from the routes' schemas: names, the failures of each operation, headers, and where it is served. */
export function completeDocument(document: Document, basePath: string, publicUrl: string): Document {
  const used = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const operationId = operations[`${method.toUpperCase()} ${path.slice(basePath.length)}`]
      for (const tag of operation.tags ?? []) used.add(tag)
      Object.assign(operation, {
        ...(operationId !== undefined && { operationId }),
        security: operation.security ?? [],
      })
      nameAnswers(method, operation)
    }
  return {
    ...renamed(document),
    // The default is good for this machine alone.
    servers: [{ url: new URL(publicUrl).hostname === 'localhost' ? '/' : publicUrl }],
    tags: [...used].map(name => ({ name, description: tags[name] ?? name })),
    components: { ...document.components, responses: failures, headers },
  }
}

function nameAnswers(method: string, operation: Operation): void {
  const { parameters = [], requestBody, security = [], responses } = operation
  const has = (name: string) => parameters.some(one => one.name === name)
  const takesKey = has('Idempotency-Key')
  for (const [status, answer] of Object.entries(responses)) {
    if (!status.startsWith('2')) delete responses[status]
    else
      answer.headers = {
        ...answer.headers,
        ...(has('cursor') && { Link: { $ref: '#/components/headers/Link' } }),
        ...(withVersion.has(operation.operationId) && { ETag: { $ref: '#/components/headers/ETag' } }),
        ...(takesKey && { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }),
      }
  }
  const statuses = [
    400,
    ...(security.length > 0 ? [401, 403] : []),
    404,
    ...(takesKey || method !== 'get' ? [409] : []),
    ...(requestBody === undefined ? [] : [413, 415]),
    ...(takesKey ? [422] : []),
    ...[429, 500, 503],
    ...(operation.operationId === 'uploadFile' ? [507] : []),
  ]
  for (const status of statuses) responses[status] = { $ref: `#/components/responses/Failure${status}` }
}

/** Keywords of our own begin with `x-` in the document, as OpenAPI wants it. */
function renamed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(renamed) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key === 'maxBytes' && typeof one === 'number' ? 'x-max-bytes' : key,
      renamed(one),
    ]),
  ) as T
}
