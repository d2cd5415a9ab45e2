import {
  Channel,
  ChannelChange,
  ChannelRef,
  LinkToken,
  MadeChannel,
  NewChannel,
  Notifications,
  Success,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { limitUse } from '../../ground/http/limits.ts'
import { type Routes, registerRoutes } from '../../ground/http/routes.ts'
import {
  addChannel,
  changeChannel,
  readNotifications,
  removeChannel,
  showAdded,
  testChannel,
} from './channels.ts'
import { confirmChannel } from './confirm.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

/** People choose their channels: an API key may not. */
export const notificationRoutes: Routes = async (app, { context, boards }) => {
  keepNothing(app)

  app.get(
    '/notifications',
    {
      ...session(context),
      schema: { summary: 'Where you hear of things outside the app', response: { 200: Notifications } },
    },
    request => readNotifications(context, request.caller),
  )

  const limit = limitUse(
    context,
    context.config.quotas.confirmationsAnHour,
    'Your network has had too many channels confirmed.',
  )
  app.post(
    '/notifications/channels',
    {
      ...keyed(context),
      schema: {
        summary: 'Add a channel',
        description:
          'An e-mail address is sent a link, and nothing else before it was followed; so is an address of discord, slack, telegram ' +
          'or push that is not on a host of theirs. A webhook is signed as Standard Webhooks has it, and is first sent one of type ' +
          '`channel.challenge`: it is on once it has answered 2xx with `data.challenge`, as text or as `{ "challenge": "..." }`; ' +
          '`PATCH` with `on` asks again. Each thing is sent until the channel takes it, so perhaps twice, with the same id; after three days of ' +
          'failures a channel is given up, and you are told in the app.',
        body: NewChannel,
        response: { 201: MadeChannel },
      },
    },
    async (request, reply) => {
      const { body, caller, ip } = request
      const made = await once(context, request, reply, {
        act(use) {
          if (context.config.demo !== null)
            throw new ForbiddenError('This is a demo: nothing is sent anywhere, so it takes no channels.')
          limit(ip)
          return addChannel(context, { address: caller, ip }, body, use)
        },
        repeat: done => showAdded(context, caller, done),
      })
      return reply.code(201).send(made)
    },
  )

  app.patch(
    '/notifications/channels',
    {
      ...session(context),
      schema: {
        summary: 'Change what a channel hears of, and how often',
        description:
          'With `on` it is switched on again; a webhook that is not confirmed is sent another challenge.',
        body: ChannelChange,
        response: { 200: Channel },
      },
    },
    ({ caller, body, ip }) => changeChannel(context, caller, body, () => limit(ip)),
  )

  app.delete(
    '/notifications/channels',
    {
      ...session(context),
      schema: {
        summary: 'Remove a channel, and all that is on its way there',
        body: Type.Union([ChannelRef, Type.Null()]),
        querystring: Type.Partial(ChannelRef),
        response: { 200: Success },
      },
    },
    async request => {
      const id = request.body?.id ?? request.query.id
      if (id === undefined) throw new BadRequestError('id is required.')
      await removeChannel(context, request.caller, id)
      return { success: true }
    },
  )

  app.post(
    '/notifications/channels/test',
    {
      ...session(context),
      schema: { summary: 'Send something to a channel', body: ChannelRef, response: { 202: Success } },
    },
    async (request, reply) => {
      await testChannel(context, request.caller, request.body.id)
      return reply.code(202).send({ success: true })
    },
  )

  app.post(
    '/notifications/channels/confirm',
    {
      schema: {
        summary: 'Confirm an address',
        description:
          'With the token of the link that was sent there, which is good for a day. Needs no session.',
        body: LinkToken,
        response: { 200: Success },
      },
    },
    async request => {
      await confirmChannel(context, request.body.token)
      return { success: true }
    },
  )
  await registerRoutes(app, [unsubscribeRoutes], { context, boards })
}
