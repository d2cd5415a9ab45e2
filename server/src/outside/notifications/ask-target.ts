import type { Internet } from '../../ground/clients/guarded-fetch.ts'
import { instant } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import type { Target } from '../../people/mail/channel-target.ts'
import type { ChannelRow } from './channels.ts'
import { switchOn } from './confirm.ts'
import { confirmationUrl } from './links.ts'
import type { Message } from './message.ts'
import type { Outcome } from './outcome.ts'
import { mailConfirmation } from './send-email.ts'
import { challengeWebhook, postMessage } from './send-web.ts'

/** The only message to an address before it has agreed: people are sent a link, and programs a challenge. */
export async function askTarget(
  context: Context,
  channel: ChannelRow,
  target: Target,
  id: string,
  stop: AbortSignal,
  internet: Internet | undefined,
): Promise<Outcome> {
  if (target.kind === 'email') return mailConfirmation(context, channel, target.address, id)
  if (target.kind !== 'webhook')
    return postMessage(context, target, writeQuestion(context, channel, id), stop, internet)
  const outcome = await challengeWebhook(context, target, id, stop, internet)
  if (outcome.is === 'taken') await switchOn(context, channel)
  return outcome
}

function writeQuestion(context: Context, channel: ChannelRow, id: string): Message {
  const name = communityName(context.config)
  const item = {
    id,
    topic: 'confirm',
    text: `Somebody who is signed in to ${name} wants its notifications to be sent here. If that was you, follow this link within a day; if not, do nothing.`,
    at: instant(channel.asked_at),
    from: null,
    questId: null,
    url: confirmationUrl(context, channel),
  }
  return { id, isDigest: false, isOfHour: false, items: [item] }
}
