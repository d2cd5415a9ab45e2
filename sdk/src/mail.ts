import type { MailBlock, MailQuery, Message, NewMessage, Success } from './contract/index.ts'
import {
  type ChangeOptions,
  type Connection,
  type Page,
  request,
  requestOnce,
  requestPage,
} from './transport.ts'

/** Mail of one's own. */
export const mail = (connection: Connection) => ({
  /** A page of one's own mail and the broadcasts, newest first; `quest` and `from` leave only those about it, or from them. */
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
  /** Addresses whose letters one does not take. */
  blocks: () => request<MailBlock[]>(connection, 'GET', '/mail/blocks'),
  /** Takes no letters of that address from now on. */
  block: (address: string) => request<MailBlock>(connection, 'PUT', '/mail/blocks', { body: { address } }),
  /** Takes its letters again. */
  unblock: (address: string) => request<Success>(connection, 'DELETE', '/mail/blocks', { body: { address } }),
})
