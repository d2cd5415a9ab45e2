import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SubscriptionTable } from '@furrow/storage/outbox-tables.ts'
import type { Selectable } from 'kysely'
import type { Context } from '../../ground/context.ts'

type Signing = Pick<Context, 'secrets'>

/** A link in an e-mail, whose bearer reads that mail. It is signed, and kept nowhere, so no copy of the database has any. */
export type Link = { readonly what: 'confirm' | 'unsubscribe'; readonly channel: string; readonly at: number }

export function writeToken({ secrets }: Signing, { what, channel, at }: Link): string {
  const said = `${what}.${channel}.${at}`
  return `${said}.${sign(secrets.signing[0], said).toString('base64url')}`
}

export function confirmationUrl(
  context: Pick<Context, 'config' | 'secrets'>,
  { id: channel, asked_at: at }: Pick<Selectable<SubscriptionTable>, 'id' | 'asked_at'>,
): string {
  const token = writeToken(context, { what: 'confirm', channel, at })
  return `${context.config.publicUrl}/notifications/confirm?token=${token}`
}

export function readToken({ secrets }: Signing, token: string): Link | null {
  const [, said = '', what, channel = '', at, signature = ''] =
    /^((confirm|unsubscribe)\.([\w-]{1,64})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== 32 || !secrets.signing.some(secret => timingSafeEqual(sign(secret, said), given)))
    return null
  return { what: what as Link['what'], channel, at: Number(at) }
}

function sign(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`furrow notifications ${text}`).digest()
}
