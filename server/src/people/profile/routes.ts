import { Profile, ProfileChange, ProfileQuery } from '@furrow/sdk/contract'
import { findCaller, session } from '../../access/auth/session.ts'
import { toAddress } from '../../ground/address.ts'
import { hour } from '../../ground/clock.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { createAllowance } from '../../ground/http/allowance.ts'
import { limitGuesses } from '../../ground/http/limits.ts'
import { clientOf } from '../../ground/http/networks.ts'
import { type Routes, registerRoutes } from '../../ground/http/routes.ts'
import { changeProfile, requireOwnAddress } from './change.ts'
import type { PinWork } from './codehost-account.ts'
import { directoryRoutes } from './directory-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { payerRoutes } from './payer-routes.ts'
import { profileBoard } from './profile.ts'
import { createProfile, findProfile } from './rows.ts'

export const profileRoutes =
  (pinWork: PinWork): Routes =>
  async (app, { boards, context }) => {
    await registerRoutes(app, [directoryRoutes, payerRoutes, passkeyRoutes], { context, boards })
    const newProfiles = createAllowance(context, context.config.quotas.newProfilesAnHour, hour)
    const limitTokens = limitGuesses(context)

    app.get(
      '/profile/',
      { schema: { summary: 'A public profile', querystring: ProfileQuery, response: { 200: Profile } } },
      async (request, reply) => {
        const { address: named, init } = request.query
        const address =
          named === undefined
            ? await findCaller(context, request, 'read', 'take', 'give', 'talk', 'mail')
            : toAddress(named)
        if (address === null) throw new BadRequestError('address is required in the query, or a valid token.')
        if (init === 'true' && (await findProfile(context.db, address)) === null) {
          newProfiles.require(clientOf(request.ip))
          await createProfile(context, address)
        }
        const isOwner = async () => (await findCaller(context, request, 'read')) === address
        boards.send(request, reply, profileBoard(context, address, isOwner))
        return reply
      },
    )

    app.put(
      '/profile/',
      {
        ...session(context),
        // An account's token costs a question to the code host.
        preHandler(request, reply, done) {
          if (request.body.codehostToken === undefined) done()
          else limitTokens.call(app, request, reply, done)
        },
        schema: {
          summary: 'Change your profile',
          querystring: ProfileQuery,
          body: ProfileChange,
          response: { 200: Profile },
        },
      },
      async request => {
        if (request.query.address !== undefined) requireOwnAddress(request.caller, request.query.address)
        return changeProfile(context, request.caller, request.body, pinWork)
      },
    )
  }
