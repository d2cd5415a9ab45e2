import { Resolution, ResolveQuery } from '@furrow/sdk/contract'
import { toAddress } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { clientOf } from '../../ground/http/networks.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { resolveAddress, resolveName } from './resolve.ts'

export const resolveRoutes: Routes = async (app, { context }) => {
  app.get(
    '/resolve',
    {
      schema: {
        summary: 'From an ENS name to an address, or back',
        description:
          'By ENS where the service has its chain, else by the claims in the profiles (`verified` is false; in production ' +
          'only where the operator allows it). A reverse record counts only if its name resolves back. 404: nothing is there. 429: too many names that nobody had asked for lately. 503: ENS cannot be asked right now.',
        querystring: ResolveQuery,
        response: { 200: Resolution },
      },
    },
    async request => {
      const { name, address } = request.query
      const asker = `network ${clientOf(request.ip)}`
      if (name !== undefined && address === undefined) return resolveName(context, name, asker)
      if (address !== undefined && name === undefined)
        return resolveAddress(context, toAddress(address), asker)
      throw new BadRequestError('Give either a name or an address.')
    },
  )
}
