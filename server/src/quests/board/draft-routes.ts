import {
  NewQuestDraft,
  QuestDraft,
  QuestDraftChange,
  QuestDraftQuery,
  QuestDraftRef,
  Success,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { keyed, once } from '../../access/idempotency/once.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { createDraft, deleteDraft, listDrafts, showCreated, showSaved } from './drafts.ts'
import { saveDraft } from './save-draft.ts'

export const draftRoutes: Routes = async (app, { context }) => {
  keepNothing(app)
  app.get(
    '/quests/drafts',
    {
      ...session(context, 'read'),
      schema: {
        summary: 'Your drafts of quests',
        description:
          'Newest first; or the one with that id. Nobody else sees them. The Link header leads on.',
        querystring: QuestDraftQuery,
        response: { 200: Type.Array(QuestDraft) },
      },
    },
    async (request, reply) => {
      const { drafts, next } = await listDrafts(context, request.caller, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return drafts as QuestDraft[]
    },
  )

  app.post(
    '/quests/drafts',
    {
      ...keyed(context, 'give'),
      schema: { summary: 'Keep a draft of a quest', body: NewQuestDraft, response: { 201: QuestDraft } },
    },
    async (request, reply) => {
      const { body, caller } = request
      const draft = await once(context, request, reply, {
        act: use => createDraft(context, caller, body, use),
        repeat: async done => showCreated(context, caller, body, done),
      })
      return reply.code(201).send(draft)
    },
  )

  app.patch(
    '/quests/drafts',
    {
      ...keyed(context, 'give'),
      schema: {
        summary: 'Save a draft',
        description:
          'Over the version that is given: 409 where there is a newer one, so that no tab writes over another.',
        body: QuestDraftChange,
        response: { 200: QuestDraft },
      },
    },
    async (request, reply) => {
      const { body, caller } = request
      return once(context, request, reply, {
        act: use => saveDraft(context, caller, body, use),
        repeat: done => showSaved(context, caller, body, done),
      })
    },
  )

  app.delete(
    '/quests/drafts',
    {
      ...session(context, 'give'),
      schema: {
        summary: 'Delete a draft',
        body: Type.Union([QuestDraftRef, Type.Null()]),
        querystring: Type.Partial(QuestDraftRef),
        response: { 200: Success },
      },
    },
    async request => {
      const id = request.body?.draftId ?? request.query.draftId
      if (id === undefined) throw new BadRequestError('draftId is required.')
      await deleteDraft(context, request.caller, id)
      return { success: true }
    },
  )
}
