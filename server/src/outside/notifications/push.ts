import type { PushTarget } from '@furrow/sdk/contract'
import { day, second } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import { type Message, titleOf } from './message.ts'
import { readPushKeys } from './push-keys.ts'

/** A message in the form of RFC 8030, which no push service can read (RFC 8291), from a sender that it knows (RFC 8292). */
export async function encryptPush(
  context: Context,
  { endpoint, keys }: PushTarget,
  message: Message,
): Promise<{ url: string; bytes: Buffer; headers: Record<string, string | number> }> {
  const vapid = await readPushKeys(context)
  if (vapid === null) throw new Error('There is no web push any more.')
  // Loaded on use, to save memory.
  const { generateRequestDetails } = (await import('web-push')).default
  const { publicUrl } = context.config
  const [{ url }] = message.items
  const shown = {
    // The browser replaces one with the same id.
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
  // Both the library and Node count the length.
  const { 'Content-Length': _, ...headers } = details.headers as Record<string, string | number>
  return { url: details.endpoint, bytes: details.body as Buffer, headers }
}
