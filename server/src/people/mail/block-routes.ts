import { MailBlock, MailBlockRef, Success } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { toAddress } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { blockSender, listBlocks, unblockSender } from './blocks.ts'

export const blockRoutes: Routes = async (app, { context }) => {
  app.get(
    '/mail/blocks',
    {
      ...session(context),
      schema: { summary: 'Whose letters you do not take', response: { 200: Type.Array(MailBlock) } },
    },
    async request => listBlocks(context, request.caller),
  )

  app.put(
    '/mail/blocks',
    {
      ...session(context),
      schema: {
        summary: 'Take no letters of an address',
        description: 'What the service itself tells of quests that you are both in still arrives.',
        body: MailBlockRef,
        response: { 200: MailBlock },
      },
    },
    async request => blockSender(context, request.caller, toAddress(request.body.address)),
  )

  app.delete(
    '/mail/blocks',
    {
      ...session(context),
      schema: {
        summary: 'Take letters of an address again',
        body: Type.Union([MailBlockRef, Type.Null()]),
        querystring: Type.Partial(MailBlockRef),
        response: { 200: Success },
      },
    },
    async request => {
      const address = request.body?.address ?? request.query.address
      if (address === undefined) throw new BadRequestError('address is required.')
      await unblockSender(context, request.caller, toAddress(address))
      return { success: true }
    },
  )
}
