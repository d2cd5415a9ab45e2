import { ProfileCard, ProfilesQuery } from '@furrow/sdk/contract'
import { Type } from 'typebox'
import { type Address, toAddress } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { digestOfBody, sendUnchanged } from '../../ground/http/etags.ts'
import { nextLink } from '../../ground/http/links.ts'
import { urlOf } from '../../ground/http/queries.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { readCards } from './cards.ts'
import { listFarmers } from './directory.ts'

const most = 100

export const directoryRoutes: Routes = async (app, { context }) => {
  app.get(
    '/profiles',
    {
      config: { repeats: ['address'] },
      schema: {
        summary: 'Find farmers, or what to call addresses',
        description:
          'With `address`, a short card for each of up to 100, also for who has no profile. Without it, the directory of farmers: ' +
          'the Link header leads on. A page may end before its limit where few have the skill.',
        querystring: ProfilesQuery,
        response: { 200: Type.Array(ProfileCard) },
      },
    },
    async (request, reply) => {
      const { address, ...query } = request.query
      const { farmers, next } =
        address === undefined
          ? await listFarmers(context, query)
          : { farmers: await readCards(context, readAddresses(address)), next: null }
      if (next !== null) reply.header('link', nextLink(urlOf(request, ProfilesQuery), next))
      reply.header('cache-control', 'no-cache')
      const hash = digestOfBody(JSON.stringify(farmers))
      return sendUnchanged(request, reply, `"${hash}"`) ? reply : farmers
    },
  )
}

/** Each once. @throws BadRequestError for an invalid address, or too many. */
function readAddresses(text: string): Address[] {
  const given = text.split(',').map(part => part.trim())
  if (given.length > most || !given.every(part => /^0[xX][0-9a-fA-F]{40}$/.test(part)))
    throw new BadRequestError(`address must be Ethereum addresses by commas, at most ${most} of them.`)
  return [...new Set(given.map(toAddress))]
}
