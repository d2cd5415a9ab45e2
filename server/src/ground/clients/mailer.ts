import { second } from '../clock.ts'

export type Email = {
  /** The same for every attempt to send this message: the receiver recognizes it by the id. */
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

type MailServer = { readonly url: string; readonly requireTls: boolean }

export class RefusedEmailError extends Error {
  override readonly name = 'RefusedEmailError'
  readonly refused: 'recipient' | 'message'
  /** The number of the server's answer. */
  readonly status: number
  constructor(refused: 'recipient' | 'message', status: number, options?: ErrorOptions) {
    super(`The mail server refused it (${status}).`, options)
    this.refused = refused
    this.status = status
  }
}

type Answered = { readonly responseCode?: number; readonly command?: string; readonly response?: string }

/** RFC 3463: a mailbox or its domain that takes nothing for now, as a domain that is gone says for ever. 4.1.7 and 4.1.8 are about the sender. */
const mailboxForNow = /^4\d\d[ -]4\.(?:1\.[1-6]|2\.\d{1,3})\b/

/** @throws RefusedEmailError if the server does not take the message; another Error if the server itself cannot be used now. */
export async function sendEmail(server: MailServer, { headers, ...email }: Email): Promise<void> {
  const transport = await connect(server)
  try {
    await transport.sendMail({ ...email, headers: { 'Auto-Submitted': 'auto-generated', ...headers } })
  } catch (error) {
    const { responseCode = 0, command, response = '' } = error as Answered
    // These refusals are about the recipient or the message, and not about the service.
    const isOfMailbox = command === 'RCPT TO' && (responseCode >= 500 || mailboxForNow.test(response))
    if (isOfMailbox || (command === 'DATA' && responseCode >= 500))
      throw new RefusedEmailError(command === 'DATA' ? 'message' : 'recipient', responseCode, {
        cause: error,
      })
    throw error
  } finally {
    transport.close()
  }
}

/** @throws if the mail server cannot be reached, or does not accept the service. */
export async function tryMailServer(server: MailServer): Promise<void> {
  const transport = await connect(server)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** One connection for each message: the server closes idle ones, as does a restart. */
async function connect({ url, requireTls }: MailServer) {
  // Loaded on use, to save memory.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    requireTLS: requireTls,
    connectionTimeout: 5 * second,
    greetingTimeout: 5 * second,
    socketTimeout: 20 * second,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
