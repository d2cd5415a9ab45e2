import { isNear } from '../public-address.ts'
import type { Reader } from './reader.ts'

export type SmtpConfig = {
  readonly url: string
  readonly from: { readonly name: string | null; readonly address: string }
  readonly requireTls: boolean
}

export type NotificationConfig = {
  readonly smtp: SmtpConfig | null
  /** null: keys are generated and kept in the database. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | null
  /** The operator's contact for push services; null: there is no web push. */
  readonly pushContact: string | null
}

const mailbox =
  /^[^\s\p{C}@<>",;:()[\]\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/iu

export function isMailbox(text: string): boolean {
  return text.length <= 254 && mailbox.test(text)
}

export function readNotifications(read: Reader): NotificationConfig {
  const smtp = readSmtp(read)
  return { smtp, vapid: readVapid(read), pushContact: readContact(read, smtp?.from.address ?? null) }
}

function readSmtp(read: Reader): SmtpConfig | null {
  const { text, problems } = read
  const [url, from, tls] = [text('SMTP_URL'), readFrom(read), text('SMTP_TLS')]
  if (tls !== null && tls !== 'required' && tls !== 'optional')
    problems.push(`SMTP_TLS must be required or optional; it is "${tls}".`)
  if (url === null) return null
  const server = URL.parse(url)
  // The URL may hold a password, so it is not repeated.
  if (!/^smtps?:$/.test(server?.protocol ?? '') || !server?.hostname)
    problems.push('SMTP_URL must be a mail server such as smtp://user:password@mail.example.org:587.')
  if (from === null) {
    problems.push('MAIL_FROM must be set with SMTP_URL: the address that e-mail comes from.')
    return null
  }
  return { url, from, requireTls: tls === null ? !isNear(server?.hostname ?? '') : tls === 'required' }
}

/** An address, or one with a name before it: `Furrow <no-reply@example.org>`. */
function readFrom({ text, problems }: Reader): SmtpConfig['from'] | null {
  const given = text('MAIL_FROM')
  if (given === null) return null
  const [, quoted, bare, named] = /^(?:"([^"\\\p{C}]*)"|([^"<>\p{C}]*?))\s*<([^<>]*)>$/u.exec(given) ?? []
  const [name, address] = [quoted ?? bare ?? '', named ?? given]
  if (!isMailbox(address))
    problems.push(
      `MAIL_FROM must be an e-mail address such as furrow@example.org, or "Furrow <furrow@example.org>"; it is "${given}".`,
    )
  return { name: name === '' ? null : name, address }
}

function readVapid({ text, problems }: Reader): NotificationConfig['vapid'] {
  const [publicKey, privateKey] = [text('WEB_PUSH_PUBLIC_KEY'), text('WEB_PUSH_PRIVATE_KEY')]
  if (publicKey === null && privateKey === null) return null
  if (publicKey === null || privateKey === null) {
    problems.push('WEB_PUSH_PUBLIC_KEY and WEB_PUSH_PRIVATE_KEY must be set together.')
    return null
  }
  const lengthOf = (key: string) => (/^[\w-]+$/.test(key) ? Buffer.from(key, 'base64url').length : 0)
  if (lengthOf(publicKey) !== 65 || lengthOf(privateKey) !== 32)
    problems.push(
      'WEB_PUSH_PUBLIC_KEY and WEB_PUSH_PRIVATE_KEY must be a pair as `npx web-push generate-vapid-keys` makes it.',
    )
  return { publicKey, privateKey }
}

function readContact({ text, problems }: Reader, from: string | null): string | null {
  const contact = text('WEB_PUSH_CONTACT')
  if (contact === null) return from === null ? null : `mailto:${from}`
  if (!/^(https:\/\/\S+|mailto:\S+@\S+)$/.test(contact))
    problems.push(`WEB_PUSH_CONTACT must be a mailto: or https: address; it is "${contact}".`)
  return contact
}

export function readPublicUrl(read: Reader, domains: readonly string[], port: number): string {
  const [domain = `localhost:${port}`] = domains
  const isLocal = /^(localhost|127\.|\[::1\])/.test(domain)
  return read.url('PUBLIC_URL', `${isLocal ? 'http' : 'https'}://${domain}`)
}
