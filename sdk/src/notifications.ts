import type {
  Channel,
  ChannelChange,
  MadeChannel,
  NewChannel,
  Notifications,
  Success,
} from './contract/index.ts'
import { type ChangeOptions, type Connection, request, requestOnce } from './transport.ts'

/** Channels that carry notices out of the app. */
export const notifications = (connection: Connection) => ({
  /** Your channels, and what this service can do. */
  get: () => request<Notifications>(connection, 'GET', '/notifications'),
  /** Adds a channel. An e-mail address is sent a link first; a webhook's secret is told this once. */
  add: (body: NewChannel, options?: ChangeOptions) =>
    requestOnce<MadeChannel>(connection, 'POST', '/notifications/channels', body, options),
  /** Changes the topics it hears of, and how often; or switches it on again. */
  change: (body: ChannelChange) => request<Channel>(connection, 'PATCH', '/notifications/channels', { body }),
  /** Sends something to it; what came of it is soon in `get`. */
  test: (id: string) =>
    request<Success>(connection, 'POST', '/notifications/channels/test', { body: { id } }),
  remove: (id: string) =>
    request<Success>(connection, 'DELETE', '/notifications/channels', { query: { id } }),
  /** With the token of the link that was sent to an e-mail address; needs no session. */
  confirm: (token: string) =>
    request<Success>(connection, 'POST', '/notifications/channels/confirm', { body: { token } }),
})
