import type { PushTarget } from '@furrow/sdk/contract'
import { day, second } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { type Message, titleOf } from './message.ts'
import { readPushKeys } from './push-keys.ts'

/** A message as RFC 8030 has it, which no push service can read (RFC 8291), from a sender that it knows (RFC 8292). */
export async function encryptPush(
  context: Context,
  { endpoint, keys }: PushTarget,
  message: Message,
): Promise<{ url: string; bytes: Buffer; headers: Record<string, string | number> }> {
  const vapid = await readPushKeys(context)
  if (vapid === null) throw new Error('There is no web push any more.')
  // It takes memory, so it is loaded where it is used.
  const { generateRequestDetails } = (await import('web-push')).default
  const { publicUrl } = context.config
  const [{ url }] = message.items
  const shown = {
    // The browser shows one in the place of another with the same id.
    id: message.id,
    title: communityName(context.config),
    body: titleOf(message).slice(0, 500),
    url: message.isDigest ? `${publicUrl}/mail` : url,
  }
  const details = generateRequestDetails({ endpoint, keys }, JSON.stringify(shown), {
    vapidDetails: { subject: vapid.contact, publicKey: vapid.publicKey, privateKey: vapid.privateKey },
    TTL: (3 * day) / second,
    contentEncoding: 'aes128gcm',
  })
  // The library counts the length itself, and so does Node.
  const { 'Content-Length': _, ...headers } = details.headers as Record<string, string | number>
  return { url: details.endpoint, bytes: details.body as Buffer, headers }
}
