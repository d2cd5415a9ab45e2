import { AskedKey, GrantedKey, KeyGrant, KeyRequest } from '@furrow/sdk/contract'
import type { FastifyRequest } from 'fastify'
import { agreeOnKey } from '../../access/auth/api-keys.ts'
import { attemptsOf } from '../../access/auth/attempts.ts'
import { keepNothing } from '../../access/auth/no-store.ts'
import { requireUnfrozen } from '../../access/restraints/frozen.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import type { Routes } from '../../ground/http/routes.ts'
import { placeOf } from '../mcp/challenge.ts'
import { mayAsk } from '../mcp/own-origins.ts'
import { makeCode } from './codes.ts'
import { findProgram } from './programs.ts'
import { withParameters } from './redirects.ts'
import { readRequest } from './requests.ts'

/** Routes of the page `/authorize`: it asks who wants a key, and for the code once the wallet has signed the key's terms. */
export const keyRequestRoutes: Routes = async (app, { context }) => {
  const { config } = context
  const attempt = attemptsOf(context)
  keepNothing(app)

  /** Any of its own pages: a page that rebinds its name to this machine has no signature for the community's domain. */
  function isOwnPage(origin: string | undefined, host: string | undefined): boolean {
    if (origin === undefined || mayAsk(origin, host, config)) return true
    return config.siweDomains === null && URL.parse(origin)?.host === host?.toLowerCase()
  }

  async function look(request: FastifyRequest, asked: KeyRequest) {
    const origin = placeOf(request, config)
    const program = await findProgram(context, asked.client_id, request.ip)
    return { origin, asked: readRequest(asked, program, { origin, basePath: config.basePath }) }
  }

  app.get(
    '/auth/authorize',
    {
      schema: {
        summary: 'A request of a program for an API key',
        description:
          'For the page /authorize: the program, where the code goes, and the scopes that it asks for. A fault that the ' +
          'program has to hear of is in `problem`, and `back` leads there.',
        querystring: KeyRequest,
        response: { 200: AskedKey },
      },
    },
    async request => (await look(request, request.query)).asked,
  )

  app.post(
    '/auth/authorize',
    {
      config: { notesSignIns: true },
      schema: {
        summary: 'Give a program an API key',
        description:
          'With the message of POST /auth/keys. The answer leads back to the program, with a code that /oauth/token changes for the ' +
          'key: once, within two minutes, with the verifier of the request.',
        body: KeyGrant,
        response: { 200: GrantedKey },
      },
    },
    async request => {
      const { headers, ip } = request
      const { request: wanted, ...signed } = request.body
      if (!isOwnPage(headers.origin, headers.host))
        throw new ForbiddenError('Pages of this origin may not give keys here.')
      const { asked, origin: iss } = await look(request, wanted)
      if (asked.problem !== null) throw new BadRequestError(asked.problem, { code: 'key-request-invalid' })
      const agreed = await attempt(ip, () => agreeOnKey(context, { ...signed, ip }, requireUnfrozen))
      const code = makeCode(context, wanted, agreed)
      return { redirect: withParameters(wanted.redirect_uri, { code, state: wanted.state, iss }) }
    },
  )
}
