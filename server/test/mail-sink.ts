import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type Mail = {
  readonly to: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly raw: string
}

export type MailSink = {
  readonly env: Readonly<Record<string, string>>
  readonly mails: Mail[]
  /** Decides the server's answer to each mail: `answer()` takes it, an error refuses it. */
  onMail(act: (mail: Mail, answer: (error?: Error) => void) => void): void
  /** Decides, in the same way, whether it takes mail for an address. */
  onRecipient(act: (address: string, answer: (error?: Error) => void) => void): void
  /** The next link to confirm that came, or the next that comes. */
  link(pattern: RegExp): string
}

/** A mail server that keeps its mail. */
export async function startMailSink(): Promise<MailSink> {
  const mails: Mail[] = []
  let act = (_: Mail, answer: (error?: Error) => void) => answer()
  let admit = (_: string, answer: (error?: Error) => void) => answer()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, answer) => admit(address, answer),
    async onData(stream, session, answer) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const { rcptTo } = session.envelope
      const mail = read(rcptTo[0]?.address ?? '', Buffer.concat(chunks).toString())
      act(mail, error => {
        if (error === undefined) mails.push(mail)
        answer(error)
      })
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  onTestFinished(() => new Promise<void>(done => server.close(() => done())))
  const { port } = listening.address() as AddressInfo
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'furrow@barn.example',
      PUBLIC_URL: 'https://barn.example',
    },
    mails,
    onMail(given) {
      act = given
    },
    onRecipient(given) {
      admit = given
    },
    link(pattern) {
      const found = mails.map(({ text }) => pattern.exec(text)).find(match => match !== null)
      if (!found) throw new Error(`No e-mail has ${pattern}.`)
      return found[1] as string
    },
  }
}

function read(to: string, source: string): Mail {
  const at = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, at)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  const body = source.slice(at + 4)
  const coding = headers['content-transfer-encoding']
  const text =
    coding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : coding === 'quoted-printable'
        ? body
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
        : body
  return { to, headers, text, raw: `${source.slice(0, at)}\n${text}` }
}
