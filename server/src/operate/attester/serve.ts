import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Value } from 'typebox/value'
import { checksum, toAddress } from '../../ground/address.ts'
import { minute } from '../../ground/clock.ts'
import { BadRequestError, HttpError, TooManyRequestsError, UnauthorizedError } from '../../ground/errors.ts'
import { type Attester, attest } from './attest.ts'
import { Asked } from './form.ts'

const bodyLimit = 4_096
/** Each question costs the quota at the code host. */
const mostAMinute = 120

/** `POST /attestations` gives a word or the reason why there is none; `GET /` says whose word it is. */
export function serveAttester(attester: Attester, token: string | null, log: Logger): FastifyInstance {
  const app = Fastify({ bodyLimit, requestTimeout: 30_000 })
  const mayAsk = createLimit(attester)
  let last: Promise<unknown> = Promise.resolve()

  app.get('/', () => ({ attester: checksum(toAddress(attester.account.address)) }))
  app.post('/attestations', async request => {
    requireToken(request, token)
    if (!Value.Check(Asked, request.body))
      throw new BadRequestError(
        'Send { chainId, contract, escrow, farmer, questId, repository, pullRequest } as JSON.',
      )
    mayAsk()
    const { body } = request
    // One after the other: a merge is signed for as one work, whoever asks at the same time.
    const answer = last.then(() => attest(attester, body))
    last = answer.catch(() => {})
    const word = await answer
    log.info({ escrow: body.escrow, farmer: body.farmer, pullRequest: body.pullRequest }, 'signed')
    return word
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send({ error: 'There is nothing here.' }))
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    if (error instanceof HttpError) return reply.code(error.statusCode).send({ error: error.message })
    const isClients = error.statusCode !== undefined && error.statusCode < 500
    if (!isClients) log.error({ err: error }, 'a question could not be answered')
    return reply
      .code(isClients ? (error.statusCode as number) : 503)
      .send({ error: isClients ? error.message : 'The attester cannot look right now.' })
  })
  return app
}

/** @throws UnauthorizedError */
function requireToken({ headers: { authorization = '' } }: FastifyRequest, token: string | null): void {
  if (token === null) return
  const [given, wanted] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new UnauthorizedError('The attester asks for its ATTESTER_TOKEN.')
}

function createLimit(attester: Attester): () => void {
  let [since, count] = [0, 0]
  return () => {
    const now = attester.clock.now()
    if (now - since >= minute) [since, count] = [now, 0]
    count++
    if (count > mostAMinute) throw new TooManyRequestsError(60)
  }
}
