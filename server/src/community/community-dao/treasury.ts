import { fromUnits } from '@furrow/sdk/amount'
import type { CommunityDao, CommunityDaoChange } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { checksum, toAddress } from '../../ground/address.ts'
import { readBalance } from '../../ground/clients/balances.ts'
import { instant, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { BadRequestError } from '../../ground/errors.ts'

const freshFor = 5 * minute
/** Each one is a call to somebody else's node. */
const mostTokens = 20

/** The treasury's place on a chain and its last known balances; null where none is named. */
export async function readOnChain(db: Db): Promise<CommunityDao['treasury']['onChain']> {
  const place = await findPlace(db)
  if (place === null) return null
  const { chainId, address } = place
  const rows = await db
    .selectFrom('treasury_balances')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .orderBy('token')
    .execute()
  const balances = rows.map(({ token, units, decimals, read_at }) => ({
    token,
    amount: fromUnits(BigInt(units), decimals),
    readAt: instant(read_at),
  }))
  return { chainId, address: checksum(address), balances }
}

/** Where the Genesis Creator says that the treasury is; null where they do not. */
export async function findPlace(db: Db) {
  const { treasury_chain: chainId, treasury_address: address } = await db
    .selectFrom('dao')
    .select(['treasury_chain', 'treasury_address'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return chainId === null || address === null ? null : { chainId, address }
}

/** The columns for a new place. @throws BadRequestError for a chain that the service cannot ask. */
export function placeColumns(
  { chains }: Pick<Context, 'chains'>,
  place: NonNullable<CommunityDaoChange['treasury']>['onChain'],
) {
  if (place === undefined) return {}
  if (place === null) return { treasury_chain: null, treasury_address: null }
  if (!chains.has(place.chainId))
    throw new BadRequestError(`This service asks no node of chain ${place.chainId} (RPC_URLS).`)
  return { treasury_chain: place.chainId, treasury_address: toAddress(place.address) }
}

/** Reads the treasury's balances from the chain at intervals, never on a visit. The last answer stays until the next. */
export const readTreasuryBalances: Duty = {
  name: 'read the balances of the treasury',
  every: everyMinute,
  async round(context) {
    const { chains, clock, config, db, log } = context
    const place = await findPlace(db)
    if (place === null || !chains.has(place.chainId)) return 0
    const { chainId, address } = place
    const newest = await db
      .selectFrom('treasury_balances')
      .select('read_at')
      .where('chain_id', '=', chainId)
      .where('address', '=', address)
      .orderBy('read_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (newest !== undefined && newest.read_at > clock.now() - freshFor) return 0
    const known = config.payments.tokensOf.get(chainId) ?? new Map()
    const tokens = [...known].slice(0, mostTokens)
    const found = await Promise.allSettled(
      tokens.map(async ([token, contract]) => ({
        token,
        ...(await readBalance(chains, { chainId, address, token: contract })),
      })),
    )
    const failed = found.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
    if (failed) log.warn({ chain: chainId, err: failed.reason }, 'a balance of the treasury cannot be read')
    const balances = found.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    if (balances.length > 0) await keep(context, place, balances)
    return 0
  },
}

async function keep(
  { clock, db }: Context,
  { chainId: chain_id, address }: NonNullable<Awaited<ReturnType<typeof findPlace>>>,
  balances: readonly { readonly token: string; readonly units: bigint; readonly decimals: number }[],
): Promise<void> {
  await transaction(db, async trx => {
    for (const { token, units, decimals } of balances) {
      const row = { address, units: String(units), decimals, read_at: clock.now() }
      await trx
        .insertInto('treasury_balances')
        .values({ chain_id, token, ...row })
        .onConflict(conflict => conflict.columns(['chain_id', 'token']).doUpdateSet(row))
        .execute()
    }
    // The page's people and proposals stay as they are.
    await countChange(trx, 'community_dao', 'obligations')
  })
}
