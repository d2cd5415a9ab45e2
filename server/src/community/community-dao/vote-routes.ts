import { Readable } from 'node:stream'
import {
  CastVote,
  Delegation,
  Delegations,
  KeptVote,
  NewDelegation,
  OwnVote,
  ProposalDetails,
  ProposalQuery,
  SeasonRef,
  Success,
  Veto,
  Vote,
  VotesOf,
  VotesQuery,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { session } from '../../access/auth/session.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { nextLink } from '../../ground/http/links.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { delegate, listDelegations, revokeDelegation } from './delegations.ts'
import { openExport } from './export-votes.ts'
import { veto } from './veto.ts'
import { castVote, listVotes, readOwnVote, showDetails } from './votes.ts'

const asItIs = { serializerCompiler: () => (value: unknown) => value as string }
const lines = Type.Unsafe<never>({ type: 'string', format: 'binary' })

/** People vote, not programs for them: no key passes. */
export const voteRoutes: Routes = async (app, { context }) => {
  app.get(
    '/community-dao/proposals',
    {
      schema: {
        summary: 'A proposal, and how it is voted on',
        querystring: ProposalQuery,
        response: { 200: ProposalDetails },
      },
    },
    ({ query }) => showDetails(context, query.id),
  )

  app.get(
    '/community-dao/votes',
    {
      schema: {
        summary: 'The votes on a proposal, with their signatures',
        description: 'By address. Where a proposal shows its tally at the end, 400 before it.',
        querystring: VotesQuery,
        response: { 200: Type.Array(Vote) },
      },
    },
    async (request, reply) => {
      const { votes, next } = await listVotes(context, request.query)
      if (next !== null) reply.header('link', nextLink(request.url, next))
      return votes
    },
  )

  app.get(
    '/community-dao/votes/own',
    {
      ...session(context),
      schema: { summary: 'Your voice on a proposal', querystring: VotesOf, response: { 200: OwnVote } },
    },
    ({ caller, query }) => readOwnVote(context, caller, query.proposal),
  )

  app.get(
    '/community-dao/votes/export',
    {
      schema: {
        summary: 'All that the result is recomputed from',
        description:
          'Lines of JSON: the proposal as it was frozen, the members at its start with their weights and delegations, the votes, ' +
          'what its end committed to in the audit log, and how many there were, signed by the service. ' +
          '`npm run tally -- <file or URL>` counts it anew from the signatures.',
        querystring: VotesOf,
        produces: ['application/x-ndjson'],
        response: { 200: lines },
      },
      ...asItIs,
    },
    async (request, reply) => {
      const { proposal } = request.query
      const stream = Readable.from(await openExport(context, proposal), { objectMode: false })
      return reply
        .header('content-type', 'application/x-ndjson')
        .header('content-disposition', `attachment; filename="${proposal}.ndjson"`)
        .send(stream)
    },
  )

  app.post(
    '/community-dao/votes',
    {
      ...session(context),
      schema: {
        summary: 'Vote, or vote otherwise',
        description:
          'With the signature of typed data (EIP-712) in the `domain` of the ballot: `Vote` of the proposal, its title, the choice, ' +
          'the `terms`, the voter and a number, which is higher than that of your vote before. Until the end, by who was a member at the start. ' +
          'Keep the `receipt`: `npm run tally -- <export> --receipt <file>` proves with it whether the vote was dropped or changed.',
        body: CastVote,
        response: { 200: KeptVote },
      },
    },
    ({ caller, body }) => castVote(context, caller, body),
  )

  app.get(
    '/community-dao/delegations',
    {
      ...session(context),
      schema: { summary: 'Whom you let vote for you, and who lets you', response: { 200: Delegations } },
    },
    ({ caller }) => listDelegations(context, caller),
  )

  app.post(
    '/community-dao/delegations',
    {
      ...session(context),
      schema: {
        summary: 'Let another member vote for you in a season',
        description:
          'Signed as a vote is: `Delegation` of delegator, delegate, season and number. It counts in votes that begin after it and in which ' +
          'you do not vote yourself; it is not passed on.',
        body: NewDelegation,
        response: { 200: Delegation },
      },
    },
    ({ caller, body }) => delegate(context, caller, body),
  )

  app.delete(
    '/community-dao/delegations',
    {
      ...session(context),
      schema: {
        summary: 'Vote for yourself again',
        description: 'In votes that begin from now on.',
        body: Type.Union([SeasonRef, Type.Null()]),
        querystring: Type.Partial(SeasonRef),
        response: { 200: Success },
      },
    },
    async request => {
      const season = request.body?.season ?? request.query.season
      if (season === undefined) throw new BadRequestError('season is required.')
      await revokeDelegation(context, request.caller, Number(season))
      return { success: true }
    },
  )

  app.post(
    '/community-dao/veto',
    {
      ...session(context),
      schema: {
        summary: 'Keep a decision from being carried out (the Genesis Creator)',
        body: Veto,
        response: { 200: Success },
      },
    },
    async request => {
      await veto(context, request.caller, request.body)
      return { success: true }
    },
  )
}
