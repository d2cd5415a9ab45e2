import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Address } from '../../../ground/address.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { minute, second } from '../../../ground/clock.ts'
import type { AttesterConfig } from '../../../ground/config/attester.ts'
import type { Context } from '../../../ground/context.ts'
import { oneFor } from '../../../ground/one-for.ts'
import type { DueCall } from './approvals-first.ts'
import { moveCall } from './outbox.ts'
import { tryOut } from './outgoing.ts'
import { readPlaceOf } from './payees.ts'

/** Work waits so long for an attester that does not answer, and is then proposed without its word. */
const patience = 10 * minute
const pause = 30 * second
const timeout = 15 * second
/** A word that ends sooner than this may not be mined in time. */
const leastLeft = 10 * minute

const Word = Type.Object({
  deadline: Type.Integer({ minimum: 1, maximum: 2 ** 40 }),
  signature: Type.String({ pattern: '^0x([0-9a-fA-F]{2}){1,4096}$' }),
  work: Type.Optional(Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' })),
})

/**
 * The call as it goes to the contract: a proposal that a merge proves carries the attester's signature, where the contract
 * has an attester that gives one. null where it waits for the attester's answer.
 */
export async function withAttestation(
  context: Context,
  escrow: Escrow,
  call: DueCall,
): Promise<DueCall | null> {
  const { clock, config, db, log } = context
  const { attester } = config
  const { farmer } = call
  if (call.kind !== 'propose' || call.verified === 0 || farmer === null || attester === null) return call
  if ((await readAttesterOf(context, escrow, call)) === null) return call
  if (call.deadline !== null && call.deadline * second > clock.now() + leastLeft) return call
  const answer = await askEach(context, attester, escrow, { ...call, farmer })
  if (answer === 'none' && clock.now() < call.created_at + patience) {
    await moveCall(db, call, { not_before: clock.now() + pause, problem: 'the attester does not answer' })
    return null
  }
  if (typeof answer === 'string' || 'refused' in answer) {
    log.warn({ call: call.id, answer }, 'the attester gives no word for proved work: it is proposed without')
    return { ...call, deadline: null, signature: null, work: null }
  }
  await moveCall(db, call, answer)
  return { ...call, ...answer }
}

const signatureFaults: ReadonlySet<string> = new Set(['InvalidSignature', 'SignatureExpired'])

type Given = { readonly deadline: number; readonly signature: string; readonly work: string | null }

type Asked = DueCall & { readonly farmer: Address }
type Answer = Given | { readonly refused: string } | 'none'

/** Until when each attester, by its address, is not asked again. */
const silentOf = oneFor((_: Context) => new Map<string, number>())

/** The deposit's own attester may be the silent one, others refuse or sign in vain; a hanging one holds up one call. */
async function askEach(
  context: Context,
  attester: AttesterConfig,
  escrow: Escrow,
  call: Asked,
): Promise<Answer> {
  const { clock } = context
  const silent = silentOf(context)
  const answers: Answer[] = []
  for (const url of attester.urls) {
    const isSilent = clock.now() < (silent.get(url) ?? 0)
    const answer = isSilent ? 'none' : await askOne(context, attester, url, escrow, call)
    if (typeof answer !== 'string' && !('refused' in answer)) return answer
    if (answer === 'none' && !isSilent) silent.set(url, clock.now() + pause)
    answers.push(answer)
  }
  return answers.includes('none') ? 'none' : (answers.at(-1) ?? 'none')
}

/** A signature that the contract does not take is no word. */
async function askOne(
  context: Context,
  attester: AttesterConfig,
  url: string,
  escrow: Escrow,
  call: Asked,
): Promise<Answer> {
  const answer = await ask(context, attester, url, escrow, call)
  if (typeof answer === 'string' || 'refused' in answer) return answer
  const tried = await tryOut(escrow, [{ ...call, ...answer }])
  if (!('refused' in tried) || !signatureFaults.has(tried.refused)) return answer
  const { refused: reason } = tried
  context.log.error({ call: call.id, url, reason }, "the contract does not take the attester's word")
  return { refused: reason }
}

/** The third version keeps the attester of a deposit's funding; null for nobody. */
async function readAttesterOf(
  { db }: Pick<Context, 'db'>,
  escrow: Escrow,
  { quest_id: questId }: DueCall,
): Promise<Address | null> {
  const own = await db
    .selectFrom('escrows')
    .select(['arbiter', 'attester'])
    .where('quest_id', '=', questId)
    .executeTakeFirst()
  return own?.arbiter ? own.attester : (escrow.knownTerms()?.attester ?? null)
}

async function ask(
  { db, log }: Pick<Context, 'db' | 'log'>,
  { token }: AttesterConfig,
  url: string,
  { address, chainId }: Escrow,
  { escrow, farmer: payee, id, quest_id: questId }: Asked,
): Promise<Answer> {
  const farmer = await readPlaceOf(db, questId, payee)
  const merge = await db
    .selectFrom('quests as q')
    // An addition to a reward is paid for the merge of its quest.
    .innerJoin('merges as m', join => join.on(sql<boolean>`m.quest_id = coalesce(q.companion_of, q.id)`))
    .select(['m.repository', 'm.pull_request', 'q.companion_of'])
    .where('q.id', '=', questId)
    .where('m.farmer', '=', farmer)
    .executeTakeFirst()
  if (merge === undefined) return { refused: 'no merge is known here' }
  const { companion_of: companionOf, repository, pull_request: pullRequest } = merge
  // The author names the team's account in the pull request, and the attester believes nobody else.
  const place = { chainId, contract: address, escrow, farmer: payee, questId, repository, pullRequest }
  try {
    const response = await fetch(`${url}/attestations`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      // An attester of before knows no such field, and refuses: then the work is proposed without its word, as before.
      body: JSON.stringify({ ...place, ...(companionOf !== null && { companionOf }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    const body: unknown = await response.json()
    if (response.status === 200 && Value.Check(Word, body))
      return { deadline: body.deadline, signature: body.signature, work: body.work ?? null }
    const { error } = body as { error?: unknown }
    const isRefusal = response.status === 400 || response.status === 403
    if (isRefusal && typeof error === 'string') return { refused: error }
    log.warn({ call: id, status: response.status, error }, 'the attester gives no answer')
  } catch (error) {
    log.warn({ err: error, call: id }, 'the attester cannot be reached')
  }
  return 'none'
}
