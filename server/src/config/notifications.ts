import type { Reader } from './reader.ts'

export type NotificationConfig = {
  /** null: no e-mail is sent. */
  readonly smtp: { readonly url: string; readonly from: string } | null
  /** null: keys are made, and kept in the database. */
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | null
  /** Whom a push service may write to; null: nobody, and then there is no web push. */
  readonly pushContact: string | null
}

const mailbox = /^[^\s@<>",;:()[\]\\]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i

/** Whether it is an address as e-mail has them: one person at one domain, and nothing that a header could break on. */
export function isMailbox(text: string): boolean {
  return text.length <= 254 && mailbox.test(text)
}

export function readNotifications(read: Reader): NotificationConfig {
  const smtp = readSmtp(read)
  return { smtp, vapid: readVapid(read), pushContact: readContact(read, smtp?.from ?? null) }
}

function readSmtp({ text, problems }: Reader): NotificationConfig['smtp'] {
  const [url, from] = [text('SMTP_URL'), text('MAIL_FROM')]
  if (from !== null && !isMailbox(from))
    problems.push(`MAIL_FROM must be an e-mail address such as furrow@example.org; it is "${from}".`)
  if (url === null) return null
  // It may hold a password: it is not repeated.
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? '') || !URL.parse(url)?.hostname)
    problems.push('SMTP_URL must be a mail server such as smtp://user:password@mail.example.org:587.')
  if (from === null) {
    problems.push('MAIL_FROM must be set with SMTP_URL: the address that e-mail comes from.')
    return null
  }
  return { url, from }
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

/** By its domain, where nothing is said. */
export function readPublicUrl(read: Reader, domains: readonly string[], port: number): string {
  const [domain = `localhost:${port}`] = domains
  const isLocal = /^(localhost|127\.|\[::1\])/.test(domain)
  return read.url('PUBLIC_URL', `${isLocal ? 'http' : 'https'}://${domain}`)
}
