import type { NewChannel, PushTarget } from '@furrow/sdk/contract'
import { isMailbox } from '../../ground/config/notifications.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { openText, seal } from './seal.ts'

/** The address of a channel, with its secrets. It is sealed as letters are: an e-mail address identifies a person. */
export type Target =
  | { readonly kind: 'email'; readonly address: string }
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: string }
  | { readonly kind: 'discord' | 'slack'; readonly url: string }
  | { readonly kind: 'telegram'; readonly url: string; readonly botToken: string; readonly chat: string }
  | { readonly kind: 'push'; readonly push: PushTarget }

const telegram = 'https://api.telegram.org'

/** @throws BadRequestError naming a field that is missing or invalid. */
export function readTarget({ kind, ...given }: NewChannel, secret: string): Target {
  switch (kind) {
    case 'email': {
      const address = need(given.address, 'address').replace(/^ +| +$/g, '')
      if (!isMailbox(address))
        throw new BadRequestError('address must be an e-mail address.', { code: 'channel-invalid' })
      return { kind, address }
    }
    case 'webhook':
      return { kind, url: readUrl(need(given.url, 'url')), secret }
    case 'discord':
    case 'slack':
      return { kind, url: readUrl(need(given.url, 'url')) }
    case 'telegram': {
      const botToken = need(given.botToken, 'botToken')
      const chat = need(given.chat, 'chat')
      if (!/^\d{1,20}:[\w-]{20,80}$/.test(botToken))
        throw new BadRequestError('botToken must be a token as BotFather gives it: 123456:ABC-DEF…', {
          code: 'channel-invalid',
        })
      if (!/^(-?\d{1,20}|@\w{4,32})$/.test(chat))
        throw new BadRequestError('chat must be the id of a chat, or @ and the name of a channel.', {
          code: 'channel-invalid',
        })
      return { kind, url: readUrl(given.url ?? telegram).replace(/\/$/, ''), botToken, chat }
    }
    case 'push': {
      const push = need(given.push, 'push')
      readUrl(push.endpoint)
      if (bytesOf(push.keys.p256dh) !== 65 || bytesOf(push.keys.auth) !== 16)
        throw new BadRequestError('push must be a PushSubscription as a browser writes it in JSON.', {
          code: 'channel-invalid',
        })
      return { kind, push }
    }
  }
}

export function sealTarget({ secrets }: Pick<Context, 'secrets'>, target: Target): string {
  return seal(secrets.sealing[0], JSON.stringify(target))
}

/** null where no secret opens it. */
export function openTarget({ secrets }: Pick<Context, 'secrets'>, sealed: string): Target | null {
  try {
    return JSON.parse(openText(secrets.sealing, sealed)) as Target
  } catch {
    return null
  }
}

/** The target for its owner. An address that anybody who reads along could write to is shown as its host alone. */
export function showTarget(target: Target | null): string {
  if (target === null) return ''
  if (target.kind === 'email') return target.address
  if (target.kind === 'webhook') return target.url
  if (target.kind === 'telegram') return target.chat
  return hostOf(target)
}

/** Few deliveries go to one host at once; '' for e-mail, whose host is the mail server of this service. */
export function hostOf(target: Target | null): string {
  const url = target === null ? null : urlOf(target)
  return url === null ? '' : new URL(url).host
}

export function urlOf(target: Target): string | null {
  if (target.kind === 'email') return null
  return target.kind === 'push' ? target.push.endpoint : target.url
}

/** Services whose addresses only their owner can give away: nobody gets anything there that they did not ask for. */
const ownHosts: Readonly<Partial<Record<Target['kind'], RegExp>>> = {
  discord: /^((ptb|canary)\.)?discord(app)?\.com$/,
  slack: /^hooks\.slack(-gov)?\.com$/,
  telegram: /^api\.telegram\.org$/,
  push: /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|([\w-]+\.)+push\.apple\.com|([\w-]+\.)+notify\.windows\.com)$/,
}

/** Whether it could be the address of somebody who knows nothing of it, so that they are asked first. */
export function isUnknown(target: Target): boolean {
  return !ownHosts[target.kind]?.test(hostOf(target))
}

export function isSame(one: Target | null, other: Target): boolean {
  return one !== null && one.kind === other.kind && keyOf(one) === keyOf(other)
}

function keyOf(target: Target): string {
  if (target.kind === 'email') return target.address.toLowerCase()
  if (target.kind === 'push') return target.push.endpoint
  return target.kind === 'telegram' ? `${target.url} ${target.botToken} ${target.chat}` : target.url
}

function need<T>(value: T | undefined, name: string): T {
  if (value === undefined)
    throw new BadRequestError(`${name} is required for this kind of channel.`, { code: 'channel-invalid' })
  return value
}

/** The addresses of the host are checked at each delivery. */
function readUrl(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new BadRequestError('url must be an https address without credentials.', {
      code: 'channel-invalid',
    })
  return url.href
}

const bytesOf = (text: string) => (/^[\w-]+=*$/.test(text) ? Buffer.from(text, 'base64url').length : 0)
