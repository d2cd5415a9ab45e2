import {
  ContestBallot,
  ContestEntryQuery,
  ContestEntryRef,
  NewContestBallot,
  OwnContestBallot,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { keepNothing } from '../../access/auth/no-store.ts'
import { session } from '../../access/auth/session.ts'
import { requireSeenById } from '../../access/restraints/hidden.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { castBallot, listBallots, readOwnBallot } from './contest-ballots.ts'

/** People vote, not programs for them: no key passes. */
export const contestBallotRoutes: Routes = async (app, { context }) => {
  keepNothing(app)

  app.get(
    '/quests/ballots',
    {
      schema: {
        summary: 'The ballots of members on the entries of a contest',
        description: 'By address, once they are counted; the Link header leads on.',
        querystring: ContestEntryQuery,
        response: { 200: Type.Array(ContestBallot) },
      },
    },
    async (request, reply) => {
      await requireSeenById(context, request, request.query.id)
      const { ballots, next } = await listBallots(context, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return ballots
    },
  )

  app.get(
    '/quests/ballots/own',
    {
      ...session(context),
      schema: {
        summary: 'Your ballot on the entries of a contest',
        querystring: ContestEntryRef,
        response: { 200: OwnContestBallot },
      },
    },
    async request => {
      await requireSeenById(context, request, request.query.id)
      return readOwnBallot(context, request.caller, request.query.id)
    },
  )

  app.put(
    '/quests/ballots',
    {
      ...session(context),
      schema: {
        summary: 'Vote on the entries of a contest, or vote otherwise',
        description:
          'Where members rank (rankBy votes), from entriesUntil to decideUntil: by who was a member when entries were closed, and is not the ' +
          'giver, an entrant or the arbiter. Nobody else reads a ballot before they are counted; then everybody does.',
        body: NewContestBallot,
        response: { 200: ContestBallot },
      },
    },
    async request => {
      await requireSeenById(context, request, request.body.questId)
      return castBallot(context, request.caller, request.body)
    },
  )
}
