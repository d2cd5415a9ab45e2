import {
  everyone,
  MailQuery,
  Message,
  MessageMark,
  MessageRef,
  NewMessage,
  Success,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { requireScope, session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { sendUnchanged } from '../../ground/http/etags.ts'
import { nextLink } from '../../ground/http/links.ts'
import { type Routes, registerRoutes } from '../../ground/http/routes.ts'
import { blockRoutes } from './block-routes.ts'
import { deleteMail, markMail, sendMail, showMarked, showSent } from './mail.ts'
import { readMailbox } from './mailbox.ts'

export const mailRoutes: Routes = async (app, { context, boards }) => {
  keepNothing(app)

  app.get(
    '/mail',
    {
      ...session(context, 'mail'),
      schema: { summary: 'Your mail', querystring: MailQuery, response: { 200: Type.Array(Message) } },
    },
    async (request, reply) => {
      const page = await readMailbox(context, request.caller, request.query)
      if (sendUnchanged(request, reply, page.etag)) return reply
      const { bytes, next } = await page.open()
      if (next !== null) reply.header('link', nextLink(request.url, next))
      // The page is JSON already, and the schema does not write it.
      return reply.type('application/json; charset=utf-8').send(bytes as never)
    },
  )

  app.post(
    '/mail',
    {
      ...keyed(context, 'mail'),
      schema: { summary: 'Send a message', body: NewMessage, response: { 201: Message } },
    },
    async (request, reply) => {
      const { body, caller } = request
      // People speak for the platform, not API keys.
      if (body.to === everyone || body.type === 'platform-update') requireScope(request)
      const message = await once(context, request, reply, {
        actsFirst: true,
        act: use => sendMail(context, caller, body, use),
        repeat: async done => showSent(caller, body, done),
      })
      return reply.code(201).send(message)
    },
  )

  app.patch(
    '/mail',
    {
      ...keyed(context, 'mail'),
      schema: { summary: 'Mark as read or unread', body: MessageMark, response: { 200: Message } },
    },
    async (request, reply) => {
      const { body, caller } = request
      return once(context, request, reply, {
        act: use => markMail(context, caller, body, use),
        repeat: () => showMarked(context, caller, body),
      })
    },
  )

  const either = Type.Partial(MessageRef)
  app.delete(
    '/mail',
    {
      ...session(context, 'mail'),
      schema: {
        summary: 'Delete your copy',
        body: Type.Union([MessageRef, Type.Null()]),
        querystring: either,
        response: { 200: Success },
      },
    },
    async request => {
      const messageId = request.body?.messageId ?? request.query.messageId
      if (messageId === undefined) throw new BadRequestError('messageId is required.')
      await deleteMail(context, request.caller, messageId)
      return { success: true }
    },
  )
  await registerRoutes(app, [blockRoutes], { context, boards })
}
