import type { WebhookAnswer } from '@furrow/sdk/contract'
import type { CodeHost, WebhookEvent, WebhookHeaders } from '../../ground/clients/codehost/codehost.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { HttpError } from '../../ground/errors.ts'
import { theHost } from '../verify/teller.ts'
import { verifyMerge } from '../verify/verify.ts'
import { forgetReplacedApps } from './apps.ts'
import { takeCommand } from './bot-commands.ts'
import { followRepository } from './follow-repository.ts'
import { forgetHeard, noteHeard } from './heard.ts'
import { noteClosed, notePull } from './pull-news.ts'

const rememberedFor = 30 * day

/** Refusals are answers: hosts would only send again. @throws BadRequestError for a body unlike its header. */
export async function receiveDelivery(
  context: Context,
  host: CodeHost,
  body: unknown,
  headers: WebhookHeaders,
): Promise<WebhookAnswer> {
  await noteHeard(context, body, headers)
  host.app?.hear(body)
  await followRepository(context, host, body)
  const event = host.readEvent(body, headers)
  if (event.kind === 'other') return { ignored: event.what }
  const delivery = host.readDelivery(headers)?.slice(0, 200) ?? null
  if (delivery !== null && (await isKnown(context, delivery)))
    return { ignored: 'this delivery was received before' }
  const answer = await act(context, event)
  // Afterwards: a delivery that is cut off here comes again. One that came to nothing may be sent again by a person, who mended why.
  if (delivery !== null && !('ignored' in answer))
    await context.db
      .insertInto('webhook_deliveries')
      .values({ id: delivery, at: context.clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  return answer
}

async function act(
  context: Context,
  event: Exclude<WebhookEvent, { readonly kind: 'other' }>,
): Promise<WebhookAnswer> {
  if (event.kind === 'text') return takeCommand(context, event)
  if (event.kind === 'pull') return notePull(context, event)
  await noteClosed(context, event.repo, event.pr)
  return tell(context, event.repo, event.pr)
}

async function tell(context: Context, repo: string, pr: number): Promise<WebhookAnswer> {
  try {
    return { verification: await verifyMerge(context, { repo, pr }, theHost) }
  } catch (error) {
    if (error instanceof HttpError) return { ignored: error.message }
    throw error
  }
}

async function isKnown({ db }: Context, id: string): Promise<boolean> {
  const row = await db.selectFrom('webhook_deliveries').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Hosts send again for days, not for months. */
export const forgetDeliveries: Duty = {
  name: 'forget deliveries of webhooks',
  every: everyMinute,
  async round({ db, clock }) {
    const before = clock.now() - rememberedFor
    await db.deleteFrom('webhook_deliveries').where('at', '<', before).execute()
    await db.deleteFrom('bot_commands').where('at', '<', before).execute()
    await db.deleteFrom('bot_pulls').where('open', '=', 0).where('at', '<', before).execute()
    await forgetHeard({ db, clock })
    await forgetReplacedApps({ db, clock })
    return 0
  },
}
