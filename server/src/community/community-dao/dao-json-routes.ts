import {
  CommunityDaoQuery,
  DaoJson,
  DaoJsonActivities,
  DaoJsonContracts,
  DaoJsonMembers,
  DaoJsonProposals,
} from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { anyOrigin } from '../../ground/http/headers.ts'
import { nextLink } from '../../ground/http/links.ts'
import { originOf } from '../../ground/http/origin.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { type DaoDocument, daoDocuments } from './dao-json.ts'

const nothing = Type.Object({})
const documents = {
  dao: { summary: 'The community for tools that list DAOs (ERC-4824)', shape: DaoJson, query: nothing },
  members: { summary: 'Its members, by ERC-4824', shape: DaoJsonMembers, query: nothing },
  proposals: { summary: 'Its proposals, by ERC-4824', shape: DaoJsonProposals, query: CommunityDaoQuery },
  activities: {
    summary: 'Its activity log, by ERC-4824',
    shape: DaoJsonActivities,
    query: CommunityDaoQuery,
  },
  contracts: { summary: 'Its contracts, by ERC-4824', shape: DaoJsonContracts, query: nothing },
} as const

export const daoJsonRoutes: Routes = async (app, { context, boards }) => {
  const { config } = context
  for (const [name, { summary, shape, query }] of Object.entries(documents))
    app.get(
      `/community-dao/${name}.json`,
      { schema: { summary, querystring: query, response: { 200: shape } } },
      (request, reply) => {
        const origin = config.givenUrl ?? originOf(request, config)
        const url = urlOf(request, query)
        // Tools ask from pages of their own, and everybody may read this.
        reply.headers({
          ...anyOrigin,
          'access-control-expose-headers': 'etag, link',
        })
        boards.send(request, reply, {
          key: `${origin}${url}`,
          async readVersion() {
            const { community_dao: all, obligations } = await boards.readRevisions()
            // Payments change the treasury's obligations, which are not in here.
            return all - obligations
          },
          async make() {
            const place = { origin, query: request.query as CommunityDaoQuery }
            const { value, next } = await daoDocuments[name as DaoDocument](context, place)
            return { value, ...(next !== null && { headers: { link: nextLink(url, next) } }) }
          },
        })
      },
    )
}
