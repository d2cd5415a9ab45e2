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
import { session } from '../auth/session.ts'
import { BadRequestError } from '../errors.ts'
import type { Routes } from '../http/routes.ts'
import { addChannel, changeChannel, readNotifications, removeChannel, testChannel } from './channels.ts'
import { confirmChannel } from './confirm.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

/** Where somebody hears of things outside the app: chosen by people, and by no key. */
export const notificationRoutes: Routes = async (app, { context, boards }) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get(
    '/notifications',
    {
      ...session(context),
      schema: { summary: 'Where you hear of things outside the app', response: { 200: Notifications } },
    },
    request => readNotifications(context, request.caller),
  )

  app.post(
    '/notifications/channels',
    {
      ...session(context),
      schema: {
        summary: 'Add a channel',
        description:
          'An e-mail address is sent a link, and nothing else before it was followed. A webhook is signed as Standard Webhooks ' +
          'has it. Each thing is sent until the channel takes it, so perhaps twice, with the same id; after three days of ' +
          'failures a channel is given up, and you are told in the app.',
        body: NewChannel,
        response: { 201: MadeChannel },
      },
    },
    async (request, reply) => reply.code(201).send(await addChannel(context, request.caller, request.body)),
  )

  app.patch(
    '/notifications/channels',
    {
      ...session(context),
      schema: {
        summary: 'Change what a channel hears of, and how often',
        body: ChannelChange,
        response: { 200: Channel },
      },
    },
    request => changeChannel(context, request.caller, request.body),
  )

  // Some clients cannot send a body with DELETE.
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
        summary: 'Confirm an e-mail address',
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
  await app.register(unsubscribeRoutes, { context, boards })
}
