import { RefusedEmailError, sendEmail } from '../../ground/clients/mailer.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import type { ChannelRow } from './channels.ts'
import { confirmationUrl, writeToken } from './links.ts'
import { linesOf, type Message, titleOf } from './message.ts'
import { type Outcome, taken } from './outcome.ts'
import type { OutsideWords } from './words.ts'

export async function mailMessage(
  context: Context,
  { id: channel, created_at: at }: ChannelRow,
  to: string,
  message: Message,
): Promise<Outcome> {
  const { basePath, publicUrl } = context.config
  const token = writeToken(context, { what: 'unsubscribe', channel, at })
  const unsubscribe = `${publicUrl}${basePath}/notifications/unsubscribe?token=${token}`
  const lines = linesOf(message, ({ text, url }) => `${text}\n${url}\n`)
  return send(context, to, {
    id: message.id,
    subject: titleOf(message),
    text: `${lines.join('\n')}
--
${message.words.choose(`${publicUrl}/notifications`)}
${message.words.stop(unsubscribe)}
`,
    // RFC 8058: a mail program does it in one click, without asking.
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
}

/** To the owner of a mailbox or a room, before anything else goes there. */
export type Question = {
  readonly channel: ChannelRow
  readonly id: string
  readonly words: OutsideWords
}

export async function mailConfirmation(
  context: Context,
  { channel, id, words: { confirm } }: Question,
  to: string,
): Promise<Outcome> {
  return send(context, to, {
    id,
    subject: confirm.subject,
    text: `${confirm.question(communityName(context.config), 'mailbox')}

${confirmationUrl(context, channel)}

${confirm.else}
`,
    headers: {},
  })
}

type Written = {
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

async function send(
  { config }: Context,
  to: string,
  { id, subject, text, headers }: Written,
): Promise<Outcome> {
  const { smtp } = config.notifications
  if (smtp === null) return { is: 'ours', error: new Error('SMTP_URL is not set any more.') }
  const name = communityName(config)
  const messageId = `<${id}@${new URL(config.publicUrl).hostname}>`
  try {
    await sendEmail(smtp, {
      messageId,
      from: { name: smtp.from.name ?? name, address: smtp.from.address },
      to,
      subject: `[${name}] ${subject}`,
      text,
      headers,
    })
    return taken
  } catch (error) {
    if (!(error instanceof RefusedEmailError)) return { is: 'ours', error }
    const { message: says, refused, status } = error
    return { is: refused === 'message' ? 'refused' : 'failed', says, status }
  }
}
