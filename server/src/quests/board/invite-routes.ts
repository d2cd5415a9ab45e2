import { Invitation, InvitationRef, NewInvitation, Success } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { BadRequestError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { declineInvite, invite, showInvited } from './invite.ts'

export const inviteRoutes: Routes = async (app, { context }) => {
  app.post(
    '/quests/invite',
    {
      ...keyed(context, 'give'),
      schema: {
        summary: 'Invite a farmer to your quest',
        description:
          'Once for each farmer and quest, with a letter in your name. It waits among the tasks of the farmer until they take a ' +
          'place or decline, or the quest takes nobody any more.',
        body: NewInvitation,
        response: { 201: Invitation },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      const invitation = await once(context, request, reply, {
        act: use => invite(context, caller, body, use),
        repeat: async done => showInvited(body, done),
      })
      return reply.code(201).send(invitation)
    },
  )

  app.delete(
    '/quests/invite',
    {
      ...session(context, 'take'),
      schema: {
        summary: 'Decline an invitation',
        body: Type.Union([InvitationRef, Type.Null()]),
        querystring: Type.Partial(InvitationRef),
        response: { 200: Success },
      },
    },
    async request => {
      const questId = request.body?.questId ?? request.query.questId
      if (questId === undefined) throw new BadRequestError('questId is required.')
      await declineInvite(context, request.caller, questId)
      return { success: true }
    },
  )
}
