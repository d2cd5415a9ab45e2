import { Profile, ProfileChange, ProfileQuery } from '@furrow/sdk/contract'
import { toAddress } from '../address.ts'
import { findCaller, session } from '../auth/session.ts'
import { BadRequestError } from '../errors.ts'
import type { Routes } from '../http/routes.ts'
import { changeProfile, requireOwnAddress } from './change.ts'
import { readProfile } from './profile.ts'

export const profileRoutes: Routes = async (app, { context }) => {
  app.get(
    '/profile/',
    { schema: { summary: 'A public profile', querystring: ProfileQuery, response: { 200: Profile } } },
    async request => {
      const { address: named, init } = request.query
      const address = named === undefined ? findCaller(context, request) : toAddress(named)
      if (address === null) throw new BadRequestError('address is required in the query, or a valid token.')
      return readProfile(context, address, init === 'true')
    },
  )

  app.put(
    '/profile/',
    {
      ...session(context),
      schema: {
        summary: 'Change your profile',
        querystring: ProfileQuery,
        body: ProfileChange,
        response: { 200: Profile },
      },
    },
    async request => {
      if (request.query.address !== undefined) requireOwnAddress(request.caller, request.query.address)
      return changeProfile(context, request.caller, request.body)
    },
  )
}
