import type { Subject } from './subject.ts'

export const notifications: Subject = {
  title: 'E-mail, push and webhooks',
  settings: [
    {
      names: ['SMTP_URL', 'MAIL_FROM'],
      words:
        'The mail server that notifications go through (`smtp://user:password@host:587`, `smtps://`), and from which address, perhaps with a name (`Furrow <no-reply@example.org>`); no e-mail without',
    },
    {
      names: ['SMTP_TLS'],
      words:
        '`required`: nothing is sent to a server that offers no TLS; `optional` sends as it is there. Where it is not set, a relay on this machine or in a private network need not offer it',
      unset: { SMTP_TLS: 'by the host' },
    },
    {
      names: ['WEB_PUSH_CONTACT'],
      words: 'Whom push services may write to (`mailto:` or `https:`); no web push without either',
      unset: { WEB_PUSH_CONTACT: '`MAIL_FROM`' },
    },
    {
      names: ['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY'],
      words:
        'The keys of web push, as `npx web-push generate-vapid-keys` makes them; kept in the database where none are set',
      unset: { WEB_PUSH_PUBLIC_KEY: 'made once', WEB_PUSH_PRIVATE_KEY: 'made once' },
    },
  ],
}
