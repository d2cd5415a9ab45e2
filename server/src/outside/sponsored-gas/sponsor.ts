import type { GasTicket } from '@furrow/sdk/contract'
import { createGasToken, gasTokenLifetime, readGasToken } from '../../access/auth/tokens.ts'
import { commit } from '../../access/commit.ts'
import { keyedAddress } from '../../access/quotas/keyed.ts'
import { requireRoom } from '../../access/quotas/spend.ts'
import { requireUnfrozen } from '../../access/restraints/frozen.ts'
import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, HttpError, NotFoundError } from '../../ground/errors.ts'
import { askPaymaster, type PaymasterAnswer, type PaymasterMethod, type RpcError } from './ask-paymaster.ts'

/**
 * The capability by which a wallet has its gas paid (ERC-7677): the address of the service's own paymaster route, and a ticket for it.
 * @throws NotFoundError where nobody pays on that chain; ForbiddenError for a wallet that nobody knows yet; TooManyRequestsError.
 */
export async function issueTicket(
  context: Context,
  caller: Address,
  { chainId, origin }: { readonly chainId: number; readonly origin: string },
): Promise<GasTicket> {
  const { config, clock } = context
  if (!config.paymasters.urls.has(chainId))
    throw new NotFoundError('Nobody pays the gas of transactions on this chain.', { code: 'gas-not-paid' })
  await requireUnfrozen(context.db, caller)
  if (!(await isKnown(context, caller)))
    throw new ForbiddenError(
      'The gas is paid for people who are known here: prove your account at the code host, or finish a quest.',
      { code: 'gas-for-known' },
    )
  await requireRoom(context, spendsOf(context, caller))
  return {
    url: `${origin}${config.basePath}/paymaster`,
    context: { ticket: createGasToken(context, caller, chainId) },
    expiresAt: instant(clock.now() + gasTokenLifetime),
  }
}

/** Wallets cost nothing, and the community's gas does: an account at a code host, or work that was paid, is costly to have often. */
async function isKnown({ config, db }: Context, caller: Address): Promise<boolean> {
  const [profile, counts] = await Promise.all([
    db.selectFrom('profiles').select('codehost_id').where('address', '=', caller).executeTakeFirst(),
    db
      .selectFrom('address_counts')
      .select(['completed', 'paid', 'posted'])
      .where('address', '=', caller)
      .executeTakeFirst(),
  ])
  if (profile?.codehost_id != null) return true
  const { completed = 0, paid = 0, posted = 0 } = counts ?? {}
  return completed + paid > 0 || (config.codehost === null && posted > 0)
}

function spendsOf(context: Context, caller: Address) {
  return [
    { address: caller, kind: 'sponsored' },
    { address: keyedAddress(context, 'sponsored gas'), kind: 'all-sponsored' },
  ] as const
}

const invalidParams = -32_602
const refused = -32_000

export async function sponsor(
  context: Context,
  method: PaymasterMethod,
  params: readonly unknown[],
): Promise<PaymasterAnswer> {
  try {
    const { address, chainId, url, operation, entryPoint } = readAsked(context, params)
    await requireUnfrozen(context.db, address)
    await requireRoom(context, spendsOf(context, address))
    const forwarded = [operation, entryPoint, params[2], context.config.paymasters.context]
    const answer = await askPaymaster(url, method, forwarded).catch(error => {
      context.log.warn({ chainId, error: String(error) }, 'the paymaster gives no answer')
      return failure(refused, 'The paymaster gives no answer; pay the gas yourself, or try again.')
    })
    // Only a final answer makes the paymaster pay; one that comes too late for the day's budget is kept back.
    const pays = 'result' in answer && (method === 'pm_getPaymasterData' || answer.result.isFinal === true)
    if (pays) await commit(context, { spends: spendsOf(context, address) })
    return answer
  } catch (error) {
    if (error instanceof HttpError)
      return failure(error instanceof BadRequestError ? invalidParams : refused, error.message)
    throw error
  }
}

function failure(code: number, message: string): { readonly error: RpcError } {
  return { error: { code, message } }
}

/** @throws HttpError where the ticket is of another wallet or chain, or the form is wrong. */
function readAsked(context: Context, [operation, entryPoint, chain, given]: readonly unknown[]) {
  const { ticket } = (given ?? {}) as { ticket?: unknown }
  if (typeof ticket !== 'string') throw new BadRequestError('The context must have the ticket.')
  const { address, chainId } = readGasToken(context, ticket)
  const { sender } = (operation ?? {}) as { sender?: unknown }
  if (typeof sender !== 'string' || sender.toLowerCase() !== address)
    throw new BadRequestError('The ticket is of another wallet than the sender.')
  if (typeof chain !== 'string' || !/^0x[0-9a-f]{1,14}$/i.test(chain) || Number(chain) !== chainId)
    throw new BadRequestError('The ticket is for another chain.')
  if (typeof entryPoint !== 'string' || !/^0x[0-9a-f]{40}$/i.test(entryPoint))
    throw new BadRequestError('The entry point must be an address.')
  const url = context.config.paymasters.urls.get(chainId)
  if (url === undefined) throw new BadRequestError('Nobody pays the gas of transactions on this chain.')
  return { address, chainId, url, operation, entryPoint }
}
