import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

/** The kinds of notifications outside of the app. */
export const topics = [
  'quest',
  'application',
  'dispute',
  'payment',
  'comment',
  'invite',
  'letter',
  'broadcast',
  'moderation',
] as const
export const Topic = Type.Enum(topics)
export type Topic = (typeof topics)[number]

export const channelKinds = ['email', 'push', 'webhook', 'discord', 'slack', 'telegram'] as const
export const ChannelKind = Type.Enum(channelKinds)
export type ChannelKind = (typeof channelKinds)[number]

/** The channels of one person. */
export const mostChannels = 10
/** The e-mail addresses among them, and the webhooks. */
export const mostChannelsOfKind = 3

const Topics = Type.Array(Topic, { maxItems: topics.length, description: 'All topics where none are named' })
const Digest = Type.Enum(['at-once', 'daily'], {
  description: 'daily: everything of a day (UTC) together, soon after midnight',
})

/** A browser's push endpoint: a `PushSubscription` in its own JSON form. */
export const PushTarget = Type.Object({
  endpoint: Text(1_000),
  keys: Type.Object({ p256dh: Text(200), auth: Text(100) }),
})
export type PushTarget = Static<typeof PushTarget>

export const Channel = Type.Object({
  id: Type.String(),
  kind: ChannelKind,
  to: Type.String({ description: 'Its target; only the host of a target that is a secret' }),
  topics: Type.Array(Topic),
  digest: Digest,
  state: Type.Enum(['asked', 'on', 'off', 'failing'], {
    description:
      'asked: it waits to be confirmed, an e-mail address by the link sent there, a webhook by its answer to a challenge; ' +
      'off: somebody unsubscribed by a link; failing: the service gave it up',
  }),
  createdAt: Instant,
  deliveredAt: Nullable(
    Type.String({ format: 'date-time', description: 'When it last took a notification; null for never' }),
  ),
  problem: Nullable(Type.String({ description: 'The error of the last try; null where it was taken' })),
  failingSince: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When it stopped taking notifications; null while it takes them',
    }),
  ),
  pausedUntil: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'A failed channel is not tried before then; null where it is not paused. `PATCH` with `on` tries it at once',
    }),
  ),
})
export type Channel = Static<typeof Channel>

export const Notifications = Type.Object({
  channels: Type.Array(Channel, { description: 'Oldest first' }),
  email: Type.Boolean({ description: 'Whether this service sends e-mail' }),
  pushKey: Nullable(
    Type.String({ description: 'The applicationServerKey of web push; null where there is none' }),
  ),
})
export type Notifications = Static<typeof Notifications>

export const NewChannel = Type.Object({
  kind: ChannelKind,
  address: Type.Optional(
    Text(254, { description: 'email: the address, used once the link sent there was followed' }),
  ),
  url: Type.Optional(
    Text(1_000, {
      description:
        'webhook, discord, slack: https, on the public internet; telegram: that of your own Bot API server',
    }),
  ),
  botToken: Type.Optional(Text(100, { description: 'telegram: the token of your bot' })),
  chat: Type.Optional(Text(64, { description: 'telegram: the id of the chat, or @channel' })),
  push: Type.Optional(PushTarget),
  topics: Type.Optional(Topics),
  digest: Type.Optional(Digest),
})
export type NewChannel = Static<typeof NewChannel>

export const MadeChannel = Type.Object({
  ...Channel.properties,
  secret: Type.Optional(
    Type.String({ description: 'webhook: the signing secret (Standard Webhooks); shown only once' }),
  ),
})
export type MadeChannel = Static<typeof MadeChannel>

const id = Text(64, { minLength: 1 })

export const ChannelChange = Type.Object({
  id,
  topics: Type.Optional(Topics),
  digest: Type.Optional(Digest),
  on: Type.Optional(
    Type.Literal(true, {
      description:
        'Turns a channel on again that is off or failing; tries a paused one at once; sends an asked webhook another challenge',
    }),
  ),
})
export type ChannelChange = Static<typeof ChannelChange>

export const ChannelRef = Type.Object({ id })
export type ChannelRef = Static<typeof ChannelRef>

export const LinkToken = Type.Object({ token: Text(300, { minLength: 1 }) })
export type LinkToken = Static<typeof LinkToken>

/** The content of a webhook call; `data` of a digest has them all. */
export const NotificationItem = Type.Object({
  id: Type.String({ description: 'The id of the letter in the app' }),
  topic: Type.String(),
  text: Type.String({ description: 'One sentence; never a text that a person wrote to another' }),
  detail: Type.Optional(
    Type.String({ description: 'Topic follow, of a digest: the quests, one a line; otherwise left out' }),
  ),
  at: Instant,
  from: Nullable(Address),
  questId: Nullable(Type.String()),
  url: Type.String(),
})
export type NotificationItem = Static<typeof NotificationItem>
