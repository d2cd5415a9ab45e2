import { second } from '../clock.ts'

export type Email = {
  /** Who asks twice for the same sends the same: the receiver knows it by this. */
  readonly messageId: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

/** Which it is, and whether it must speak TLS. */
type MailServer = { readonly url: string; readonly requireTls: boolean }

/** The mail server refused this recipient, or this message: it is no outage. */
export class RefusedEmailError extends Error {
  override readonly name = 'RefusedEmailError'
  readonly refused: 'recipient' | 'message'
  constructor(refused: 'recipient' | 'message', message: string, options?: ErrorOptions) {
    super(message, options)
    this.refused = refused
  }
}

/**
 * Hands it to the mail server, which has it then.
 * @throws RefusedEmailError where it never takes it; another Error where the server itself cannot be used now.
 */
export async function sendEmail(server: MailServer, { headers, ...email }: Email): Promise<void> {
  const transport = await connect(server)
  try {
    await transport.sendMail({ ...email, headers: { 'Auto-Submitted': 'auto-generated', ...headers } })
  } catch (error) {
    const { responseCode = 0, command } = error as { responseCode?: number; command?: string }
    // What it says of the recipient or the message, and not of who we are.
    if (responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA'))
      throw new RefusedEmailError(
        command === 'DATA' ? 'message' : 'recipient',
        `The mail server refused it (${responseCode}).`,
        { cause: error },
      )
    throw error
  } finally {
    transport.close()
  }
}

/** @throws where the mail server cannot be reached, or does not know who we are. */
export async function tryMailServer(server: MailServer): Promise<void> {
  const transport = await connect(server)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** A connection for each: what is idle is closed by the server, and by whoever restarts it. */
async function connect({ url, requireTls }: MailServer) {
  // It takes memory, so it is loaded where it is used.
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
