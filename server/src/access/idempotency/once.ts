import { createHmac } from 'node:crypto'
import type { KeyScope } from '@furrow/sdk/contract'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ConflictError, UnprocessableError } from '../../ground/errors.ts'
import { queryOf } from '../../ground/http/queries.ts'
import { keepLast } from '../../ground/kept-last.ts'
import { oneFor } from '../../ground/one-for.ts'
import { session } from '../auth/session.ts'
import { type Done, findKept, idOf, type KeyUse } from './kept-keys.ts'
import { readKey } from './key.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    takesKey?: boolean
  }
}

export function keyed(context: Context, ...scopes: readonly KeyScope[]) {
  const { onRequest, config } = session(context, ...scopes)
  return { onRequest, config: { ...config, takesKey: true } }
}

type Once<T> = {
  act(use: KeyUse | null): Promise<T>
  repeat(done: Done): Promise<T>
  readonly by?: Address
  /** Acts before it looks for the key, where the act does nothing outside of the commit that has its key: a trip less. */
  readonly actsFirst?: boolean
  /** Tells the request from others, where its body is not JSON. */
  readonly asked?: unknown
}

/**
 * Does a request's work once for each Idempotency-Key of a wallet. `act` writes the key with its effect in one commit,
 * so a key means that the work was done, wherever a process was killed. A repetition gets the answer from `repeat`; a
 * refusal leaves no key.
 * @throws UnprocessableError where the key came with another request; ConflictError while the first is under way.
 */
export async function once<T>(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { act, repeat, by = request.caller, actsFirst = false, asked = request.body }: Once<T>,
): Promise<T> {
  const key = readKey(request)
  if (key === null) return act(null)
  const fingerprints = fingerprintsOf(context, request, { by, key, asked })
  const use = { address: by, key, fingerprint: fingerprints[0] }
  const answer = (kept: Done & { readonly fingerprint: string }) => {
    if (!fingerprints.includes(kept.fingerprint)) throw otherRequest()
    reply.header('idempotent-replayed', 'true')
    return repeat(kept)
  }

  const seen = seenOf(context)
  const before = actsFirst && !seen.has(idOf(use)) ? null : await findKept(context, use)
  if (before !== null) return answer(before)
  return alone(context, use, async () => {
    try {
      return await act(use)
    } catch (error) {
      // It was done before, here or in another process: the database or the rules refused it this time.
      const kept = await findKept(context, use).catch(() => null)
      if (kept !== null) return answer(kept)
      // A key of more than a day ago was in the way, and is gone now.
      if (actsFirst && isUniqueViolation(error)) return act(use)
      throw error
    } finally {
      seen.set(idOf(use), true)
    }
  })
}

/** Keys that this process has met: looked up first, so that no repetition makes the batch of others fail. */
const seenOf = oneFor((_: Context) => keepLast<string, true>(10_000))

const underWayOf = oneFor((_: Context) => new Map<string, string>())

/** One at a time for each key in this process: two of them in one batch would have it written in parts. */
async function alone<T>(context: Context, use: KeyUse, act: () => Promise<T>): Promise<T> {
  const underWay = underWayOf(context)
  const { fingerprint } = use
  const id = idOf(use)
  const other = underWay.get(id)
  if (other === fingerprint)
    throw new ConflictError(1, 'A request with this Idempotency-Key is under way; try again in a moment.', {
      code: 'idempotency-key-in-use',
    })
  if (other !== undefined) throw otherRequest()
  underWay.set(id, fingerprint)
  try {
    return await act()
  } finally {
    underWay.delete(id)
  }
}

/** Made with the current secret and the earlier ones. They are keyed, so that a stored one does not help to guess a text. */
function fingerprintsOf(
  { secrets }: Context,
  { method, routeOptions, url }: FastifyRequest,
  { by, key, asked }: { readonly by: Address; readonly key: string; readonly asked: unknown },
): readonly [string, ...string[]] {
  const text = JSON.stringify(['idempotency', by, key, method, routeOptions.url, queryOf(url), asked])
  const digest = (secret: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const [current, ...previous] = secrets.signing
  return [digest(current), ...previous.map(digest)]
}

function otherRequest(): UnprocessableError {
  return new UnprocessableError('This Idempotency-Key was used with another request; give each its own.', {
    code: 'idempotency-key-reused',
  })
}
