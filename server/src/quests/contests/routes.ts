import {
  ContestEntry,
  ContestEntryQuery,
  ContestEntryRef,
  NewContestEntry,
  Success,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { findCaller, session, viaOf } from '../../access/auth/session.ts'
import { requireSeenById } from '../../access/restraints/hidden.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { enterContest, withdrawEntry } from './enter.ts'
import { listEntries } from './entries.ts'

export const contestRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/quests/entries',
    {
      schema: {
        summary: 'The entries of a contest',
        description:
          'The first one first; the Link header leads on. Everybody reads their own entry of a sealed contest alone until entriesUntil.',
        querystring: ContestEntryQuery,
        response: { 200: Type.Array(ContestEntry) },
      },
    },
    async (request, reply) => {
      await requireSeenById(context, request, request.query.id)
      const reader = await findCaller(context, request, 'read', 'take', 'give')
      const { entries, next } = await listEntries(context, reader, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return [...entries]
    },
  )

  app.put(
    '/quests/entries',
    {
      ...session(context, 'take'),
      schema: {
        summary: 'Enter a contest',
        description:
          'Or change your entry, until entriesUntil: there is one for each wallet and each proved account. It takes no place, and counts as ' +
          'half a one where finished work bounds how many you may have. Files are uploaded first (POST /files), and are in it by their addresses.',
        body: NewContestEntry,
        response: { 200: ContestEntry },
      },
    },
    async request => {
      await requireSeenById(context, request, request.body.questId)
      return enterContest(context, { address: request.caller, via: viaOf(request) }, request.body)
    },
  )

  app.delete(
    '/quests/entries',
    {
      ...session(context, 'take'),
      schema: {
        summary: 'Withdraw your entry',
        description: 'Until entriesUntil; nothing is left of it.',
        querystring: ContestEntryRef,
        response: { 200: Success },
      },
    },
    async request => {
      await withdrawEntry(context, request.caller, request.query.id)
      return { success: true }
    },
  )
}
