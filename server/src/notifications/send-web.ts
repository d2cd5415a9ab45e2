import { createHmac } from 'node:crypto'
import {
  type GuardedRequest,
  guardedFetch,
  type Internet,
  RefusedUrlError,
} from '../clients/guarded-fetch.ts'
import { second } from '../clock.ts'
import { communityName } from '../config/community.ts'
import type { Context } from '../context.ts'
import { linesOf, type Message } from './message.ts'
import { type Outcome, taken } from './outcome.ts'
import { encryptPush } from './push.ts'
import type { Target } from './target.ts'

type Post = Pick<GuardedRequest, 'url' | 'json' | 'bytes' | 'headers'>

/** To an address that its owner chose: over the guarded fetch, of whose answer nothing but the status is read. */
export async function postMessage(
  context: Context,
  target: Exclude<Target, { kind: 'email' }>,
  message: Message,
  stop: AbortSignal,
  internet?: Internet,
): Promise<Outcome> {
  try {
    const post = await writePost(context, target, message)
    const { status } = await guardedFetch(
      { ...post, statusOnly: true, timeout: 10 * second, signal: stop },
      internet,
    )
    return judge(target.kind, status)
  } catch (error) {
    if (error instanceof RefusedUrlError) return { is: 'failed', says: error.message }
    const isLate = (error as Error).name === 'TimeoutError' || (error as Error).name === 'AbortError'
    return { is: 'failed', says: isLate ? 'It did not answer in time.' : 'It could not be reached.' }
  }
}

function judge(kind: Target['kind'], status: number): Outcome {
  if (status >= 200 && status < 300) return taken
  const says = `It answered ${status}.`
  // A receiver says so that wants no more; and so does a push service of a browser that is not there any more.
  if (status === 410 || (kind === 'push' && status === 404)) return { is: 'gone', says }
  const redirects = status >= 300 && status < 400
  return {
    is: 'failed',
    says: redirects ? `${says} A redirect is not followed: enter where it leads.` : says,
  }
}

async function writePost(
  context: Context,
  target: Exclude<Target, { kind: 'email' }>,
  message: Message,
): Promise<Post> {
  switch (target.kind) {
    case 'webhook':
      return signPost(context, target, message)
    case 'discord':
      return {
        url: target.url,
        json: JSON.stringify({
          username: communityName(context.config),
          content: cut(linesOf(message, ({ text, url }) => `${plain(text)}\n<${url}>`).join('\n'), 2_000),
          // Nobody is called by what a title says.
          allowed_mentions: { parse: [] },
        }),
      }
    case 'slack':
      return {
        url: target.url,
        json: JSON.stringify({
          text: linesOf(message, ({ text, url }) => `${forSlack(text)}\n<${url}>`).join('\n'),
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

/** https://www.standardwebhooks.com: what is signed is the id, the time of this try, and the bytes. */
function signPost(
  { clock }: Context,
  { url, secret }: Extract<Target, { kind: 'webhook' }>,
  { id, isDigest, items }: Message,
): Post {
  const timestamp = Math.floor(clock.now() / second)
  const json = JSON.stringify({
    type: isDigest ? 'digest' : items[0].topic,
    timestamp: items[0].at,
    data: isDigest ? { items: items.slice(0, mostSent), count: items.length } : items[0],
  })
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${json}`).digest('base64')
  return {
    url,
    json,
    headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` },
  }
}

/** About 40 KB of them: nothing larger than 64 is sent. */
const mostSent = 60

/** Whose signs would be taken for Markdown. */
const plain = (text: string) => text.replace(/[\\*_~`|>#[\]()<@-]/g, '\\$&')
const forSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
