import {
  type Delegation,
  type Delegations,
  delegationFields,
  hasLeft,
  type NewDelegation,
} from '@furrow/sdk/contract'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import type { DelegationRow } from '@furrow/storage/vote-tables.ts'
import { requireSignerOf } from '../../access/auth/signer.ts'
import { hashTyped } from '../../access/auth/typed-data.ts'
import { commitAfter } from '../../access/commit.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ChangedError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { seasonAt } from '../../rules/points/season.ts'
import { readDomain } from './ballot.ts'
import { openBegun } from './open-ballots.ts'
import { isMember } from './settings.ts'

export async function listDelegations(context: Context, caller: Address): Promise<Delegations> {
  const { clock, config, db } = context
  const season = seasonAt(config, clock.now())
  const rows = (column: 'delegator' | 'delegate') =>
    db
      .selectFrom('delegations')
      .selectAll()
      .where(column, '=', caller)
      .where('season', 'in', [season, season + 1])
      .where('ended_at', 'is', null)
      .orderBy('season')
      .orderBy('id')
      .limit(1_000)
      .execute()
  const { last } = await db
    .selectFrom('delegations')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('delegator', '=', caller)
    .executeTakeFirstOrThrow()
  const [given, received] = [await rows('delegator'), await rows('delegate')]
  return {
    season,
    domain: await readDomain(context),
    given: given.map(show),
    received: received.map(show),
    nextNumber: Number(last ?? 0) + 1,
  }
}

/**
 * Delegates for a season, in votes that begin from now on, unless the member votes. @throws ForbiddenError for
 * non-members; BadRequestError for no such season or member; UnauthorizedError for another's signature; ChangedError
 * for an older one.
 */
export async function delegate(context: Context, caller: Address, given: NewDelegation): Promise<Delegation> {
  const { clock, config, db } = context
  const to = toAddress(given.delegate)
  const season = seasonAt(config, clock.now())
  if (given.season !== season && given.season !== season + 1)
    throw new BadRequestError(`Delegate for season ${season}, which is now, or for the next.`)
  if (to === caller) throw new BadRequestError('Delegate to another member.')
  if (!(await isMember(db, caller)))
    throw new ForbiddenError('Only members delegate their votes.', { code: 'members-only' })
  if (hasLeft(to) || !(await isMember(db, to)))
    throw new BadRequestError('Votes are delegated to another member of the community.')
  const values = { delegator: caller, delegate: to, season: given.season, number: given.number }
  const hash = hashTyped(await readDomain(context), 'Delegation', delegationFields, values)
  const chain_id = await requireSignerOf(context, caller, hash, given.signature)
  const spends = [{ address: caller, kind: 'votes' }] as const
  return commitAfter(context, { spends }, async (trx, commit) => {
    const at = clock.now()
    await openBegun(trx, config, at)
    const own = trx.selectFrom('delegations').where('delegator', '=', caller)
    const last = await own.selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
    if (last?.number === given.number && last.signature === given.signature) return show(last)
    if (last !== undefined && last.number >= given.number) throw outdated(last)
    await trx
      .updateTable('delegations')
      .set({ ended_at: at })
      .where('delegator', '=', caller)
      .where('season', '=', given.season)
      .where('ended_at', 'is', null)
      .execute()
    const row = {
      id: createId('delegation', at),
      ...values,
      signature: given.signature,
      chain_id,
      at,
      ended_at: null,
    }
    await commit(writes => writes.insert('delegations', row))
    return show(row)
  }).catch(error => {
    throw isUniqueViolation(error)
      ? new ChangedError('You have delegated since: sign again.', { code: 'signed-since' })
      : error
  })
}

function outdated({ number }: DelegationRow): ChangedError {
  return new ChangedError(`You have signed since with the number ${number}: sign again with a higher one.`, {
    code: 'signed-since',
  })
}

/** Votes that have begun keep the delegation. @throws NotFoundError */
export async function revokeDelegation(
  { clock, config, db }: Context,
  caller: Address,
  season: number,
): Promise<void> {
  await transaction(db, async trx => {
    const now = clock.now()
    await openBegun(trx, config, now)
    const { numUpdatedRows } = await trx
      .updateTable('delegations')
      .set({ ended_at: now })
      .where('delegator', '=', caller)
      .where('season', '=', season)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      throw new NotFoundError('You have delegated to nobody in this season.', {
        code: 'delegation-not-found',
      })
  })
}

function show(row: DelegationRow): Delegation {
  return {
    delegator: checksum(row.delegator),
    delegate: checksum(row.delegate),
    season: row.season,
    number: row.number,
    at: instant(row.at),
  }
}
