import { type Static, Type } from 'typebox'
import { Finding } from './doctor.ts'
import { Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

const Url = Type.String()
const Source = Nullable(
  Type.Enum(['settings', 'app'] as const, {
    description: 'The settings, or the GitHub App that was connected; null where there is none',
  }),
)

export const HeardDelivery = Type.Object({
  repository: Type.String({ description: 'Empty where the delivery was about none' }),
  kind: Type.String({ description: 'The event and its action, as the host names them' }),
  at: Instant,
})
export type HeardDelivery = Static<typeof HeardDelivery>

export const AppRepository = Type.Object({
  name: Type.String(),
  lastDelivery: Nullable(HeardDelivery),
})
export type AppRepository = Static<typeof AppRepository>

export const AppInstallation = Type.Object({
  account: Type.String({ description: 'The person or organization that installed it' }),
  state: Type.Enum(['fine', 'suspended', 'refused'] as const, {
    description: '`refused`: the host gives no token for it',
  }),
  quota: Nullable(
    Type.Object(
      { limit: Type.Integer(), remaining: Type.Integer(), resetsAt: Instant },
      {
        description: 'The kind of questions of which the least is left, as the host said last',
      },
    ),
  ),
  repositories: Type.Array(AppRepository, { description: 'The first hundred' }),
  count: Type.Integer({ description: 'With those that are not listed' }),
})
export type AppInstallation = Static<typeof AppInstallation>

export const ConnectedApp = Type.Object({
  slug: Type.String(),
  page: Type.String({ description: 'Its page at the host' }),
  installAt: Type.String({ description: 'There it is installed in more repositories' }),
  state: Type.Enum(['fine', 'unknown', 'unanswered'] as const, {
    description: '`unknown`: the host knows the app no more; `unanswered`: it cannot be asked right now',
  }),
  installations: Type.Array(AppInstallation, { description: 'The first thirty' }),
})
export type ConnectedApp = Static<typeof ConnectedApp>

export const SetupHost = Type.Object({
  kind: Type.Enum(['github', 'gitea', 'gitlab'] as const),
  url: Url,
  webhookUrl: Type.String({ description: 'The address for webhooks' }),
  callbackUrl: Type.String({ description: 'The callback of an OAuth application' }),
  token: Source,
  webhookSecret: Source,
  client: Source,
  bot: Type.Boolean({ description: 'Whether CODEHOST_BOT is on' }),
  app: Nullable(ConnectedApp),
  lastDeliveries: Type.Array(HeardDelivery, { description: 'The newest fifty repositories' }),
})
export type SetupHost = Static<typeof SetupHost>

export const Setup = Type.Object({
  at: Instant,
  ok: Type.Boolean({ description: 'Whether nothing is wrong; there may be warnings' }),
  findings: Type.Array(Finding),
  codehost: Nullable(SetupHost),
})
export type Setup = Static<typeof Setup>

export const NewConnection = Type.Object({
  organization: Type.Optional(
    Text(100, {
      pattern: '^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$',
      description: 'The organization that is to own the app; by default the person who makes it',
    }),
  ),
})
export type NewConnection = Static<typeof NewConnection>

export const AppManifest = Type.Object({
  name: Type.String(),
  url: Url,
  hook_attributes: Type.Object({ url: Url, active: Type.Boolean() }),
  redirect_url: Url,
  callback_urls: Type.Array(Url),
  setup_url: Url,
  description: Type.String(),
  public: Type.Boolean(),
  default_permissions: Type.Record(Type.String(), Type.String()),
  default_events: Type.Array(Type.String()),
})
export type AppManifest = Static<typeof AppManifest>

export const BegunConnection = Type.Object({
  action: Type.String({ description: 'Post a form here whose field `manifest` is the manifest as JSON' }),
  manifest: AppManifest,
  state: Type.String({
    description: 'Comes back with the code: good once, for an hour, and for this wallet',
  }),
  expiresAt: Instant,
})
export type BegunConnection = Static<typeof BegunConnection>

export const ConnectionCode = Type.Object({
  code: Text(200, { minLength: 1, pattern: '^[\\w-]+$' }),
  state: Text(200, { minLength: 1 }),
})
export type ConnectionCode = Static<typeof ConnectionCode>

export const MadeConnection = Type.Object({
  slug: Type.String(),
  page: Url,
  installAt: Type.String({ description: 'There it is installed in repositories' }),
})
export type MadeConnection = Static<typeof MadeConnection>

export const RepositoryCheck = Type.Object({
  repository: Text(500, { minLength: 1, description: 'Its name, or its address at the code host' }),
})
export type RepositoryCheck = Static<typeof RepositoryCheck>

export const CheckedRepository = Type.Object({
  ok: Type.Boolean(),
  findings: Type.Array(Finding),
  lastDelivery: Nullable(HeardDelivery),
})
export type CheckedRepository = Static<typeof CheckedRepository>
