import { createHmac, randomBytes } from 'node:crypto'
import {
  type GuardedRequest,
  guardedFetch,
  type Internet,
  RefusedUrlError,
} from '../../ground/clients/guarded-fetch.ts'
import { instant, second } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import type { Target } from '../../people/mail/channel-target.ts'
import { linesOf, type Message } from './message.ts'
import { type Outcome, taken } from './outcome.ts'
import { encryptPush } from './push.ts'

type Webhook = Extract<Target, { kind: 'webhook' }>
type Post = Pick<GuardedRequest, 'url' | 'json' | 'bytes' | 'headers'>

const timeout = 10 * second

/** Sends to an address that its owner chose: over the guarded fetch, which reads only the status of the answer, except to a challenge. */
export async function postMessage(
  context: Context,
  target: Exclude<Target, { kind: 'email' }>,
  message: Message,
  stop: AbortSignal,
  internet?: Internet,
): Promise<Outcome> {
  return trying(async () => {
    const post = await writePost(context, target, message)
    const { status } = await guardedFetch({ ...post, statusOnly: true, timeout, signal: stop }, internet)
    return judge(target.kind, status)
  })
}

/** Whether a webhook is meant for this: it has to repeat the challenge. */
export async function challengeWebhook(
  context: Context,
  target: Webhook,
  id: string,
  stop: AbortSignal,
  internet?: Internet,
): Promise<Outcome> {
  const challenge = randomBytes(24).toString('base64url')
  const timestamp = instant(context.clock.now())
  const body = { type: 'channel.challenge', timestamp, data: { challenge } }
  return trying(async () => {
    const post = signPost(context, target, id, JSON.stringify(body))
    const answer = await guardedFetch({ ...post, mostBytes: 4_096, timeout, signal: stop }, internet)
    const outcome = judge(target.kind, answer.status)
    if (outcome.is === 'refused') return { ...outcome, is: 'failed' }
    if (outcome.is !== 'taken' || echoes(answer.body, challenge)) return outcome
    return { is: 'failed', says: 'It did not answer with the challenge that it was sent.' }
  })
}

function echoes(body: string, challenge: string): boolean {
  if (body.trim() === challenge) return true
  try {
    const answer = JSON.parse(body)
    return answer === challenge || answer?.challenge === challenge
  } catch {
    return false
  }
}

async function trying(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof RefusedUrlError) return { is: 'failed', says: error.message }
    const isLate = (error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError'
    return { is: 'failed', says: isLate ? 'It did not answer in time.' : 'It could not be reached.' }
  }
}

function judge(kind: Target['kind'], status: number): Outcome {
  if (status >= 200 && status < 300) return taken
  const says = `It answered ${status}.`
  // A receiver says this to get no more; so does a push service for a browser that is gone.
  if (status === 410 || (kind === 'push' && status === 404)) return { is: 'gone', says, status }
  if (aboutMessage.has(status)) return { is: 'refused', says, status }
  const redirects = status >= 300 && status < 400
  return {
    is: 'failed',
    status,
    says: redirects ? `${says} A redirect is not followed: enter where it leads.` : says,
  }
}

/** Statuses with which a receiver, or its guard, may refuse one message and take the next. */
const aboutMessage: ReadonlySet<number> = new Set([400, 403, 406, 413, 415, 422])

async function writePost(
  context: Context,
  target: Exclude<Target, { kind: 'email' }>,
  message: Message,
): Promise<Post> {
  switch (target.kind) {
    case 'webhook':
      return signPost(context, target, message.id, jsonOf(message))
    case 'discord':
      return {
        url: target.url,
        json: JSON.stringify({
          username: communityName(context.config),
          content: cut(linesOf(message, ({ text, url }) => `${plain(text)}\n<${url}>`).join('\n'), 2_000),
          // A title calls nobody.
          allowed_mentions: { parse: [] },
        }),
      }
    case 'slack':
      return {
        url: target.url,
        json: JSON.stringify({
          text: cut(linesOf(message, ({ text, url }) => `${forSlack(text)}\n<${url}>`).join('\n'), 20_000),
        }),
      }
    case 'telegram':
      return {
        url: `${target.url}/bot${target.botToken}/sendMessage`,
        json: JSON.stringify({
          chat_id: target.chat,
          text: cut(linesOf(message, ({ text, url }) => `${text}\n${url}`).join('\n'), 4_000),
          link_preview_options: { is_disabled: true },
        }),
      }
    case 'push':
      return encryptPush(context, target.push, message)
  }
}

/** https://www.standardwebhooks.com: signs the id, the time of this try, and the bytes. */
function signPost({ clock }: Context, { url, secret }: Webhook, id: string, json: string): Post {
  const timestamp = Math.floor(clock.now() / second)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${json}`).digest('base64')
  return {
    url,
    json,
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  }
}

function jsonOf({ isDigest, items }: Message): string {
  return JSON.stringify({
    type: isDigest ? 'digest' : items[0].topic,
    timestamp: items[0].at,
    data: isDigest ? { items: items.slice(0, countFitting(items)), count: items.length } : items[0],
  })
}

const mostSent = 60
/** No message has more than 64 KB, and one of another digest may have some twenty by itself. */
const mostBytes = 56 * 1_024

function countFitting(items: Message['items']): number {
  let bytes = 0
  const first = items.findIndex(item => {
    bytes += Buffer.byteLength(JSON.stringify(item))
    return bytes > mostBytes
  })
  return first === -1 ? mostSent : Math.min(first, mostSent)
}

const plain = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, index) => (index % 2 === 1 ? `<${part}>` : part.replace(/[\\*_~`|>#[\]()<@-]/g, '\\$&')))
    .join('')
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
