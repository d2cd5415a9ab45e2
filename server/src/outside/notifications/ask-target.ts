import type { Internet } from '../../ground/clients/guarded-fetch.ts'
import { instant } from '../../ground/clock.ts'
import { communityName } from '../../ground/config/community.ts'
import type { Context } from '../../ground/context.ts'
import type { Target } from '../../people/mail/channel-target.ts'
import { switchOn } from './confirm.ts'
import { confirmationUrl } from './links.ts'
import type { Message } from './message.ts'
import type { Outcome } from './outcome.ts'
import { mailConfirmation, type Question } from './send-email.ts'
import { challengeWebhook, postMessage } from './send-web.ts'

/** The only message to an address before it has agreed: people are sent a link, and programs a challenge. */
export async function askTarget(
  context: Context,
  { target, ...question }: Question & { readonly target: Target },
  stop: AbortSignal,
  internet: Internet | undefined,
): Promise<Outcome> {
  const { channel, id } = question
  if (target.kind === 'email') return mailConfirmation(context, question, target.address)
  if (target.kind !== 'webhook')
    return postMessage(context, target, writeQuestion(context, question), stop, internet)
  const outcome = await challengeWebhook(context, target, id, stop, internet)
  if (outcome.is === 'taken') await switchOn(context, channel)
  return outcome
}

function writeQuestion(context: Context, { channel, id, words }: Question): Message {
  const item = {
    id,
    topic: 'confirm',
    text: words.confirm.question(communityName(context.config), 'channel'),
    at: instant(channel.asked_at),
    from: null,
    questId: null,
    url: confirmationUrl(context, channel),
  }
  return { id, isDigest: false, isOfHour: false, items: [item], words }
}
