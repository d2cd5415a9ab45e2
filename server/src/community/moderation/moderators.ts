import { hasLeft, type Moderator } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { noteAct } from '../../access/audit-trail/notes.ts'
import { requireModerator } from '../../access/restraints/moderators.ts'
import { type Address, checksum, toAddress, zeroAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'

const most = 100

/** The moderators named by the platform wallet. @throws ForbiddenError for non-moderators. */
export async function listModerators(context: Context, caller: Address): Promise<Moderator[]> {
  await requireModerator(context, caller)
  const rows = await context.db.selectFrom('moderators').selectAll().orderBy('named_at').limit(most).execute()
  return rows.map(show)
}

/** Naming again changes nothing. @throws ForbiddenError for all but the platform wallet; BadRequestError. */
export async function nameModerator(context: Context, caller: Address, given: string): Promise<Moderator> {
  requirePlatform(context, caller)
  const { clock, db } = context
  const address = toAddress(given)
  if (address === caller || address === zeroAddress || hasLeft(address))
    throw new BadRequestError('Name the address of somebody else who is here.')
  return transaction(db, async trx => {
    const known = await trx
      .selectFrom('moderators')
      .selectAll()
      .where('address', '=', address)
      .executeTakeFirst()
    if (known !== undefined) return show(known)
    const { n } = await trx
      .selectFrom('moderators')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    if (Number(n) >= most)
      throw new BadRequestError(`There are ${most} moderators, which is the most; remove one first.`, {
        code: 'too-many-moderators',
      })
    const row = { address, named_at: clock.now() }
    await trx
      .insertInto('moderators')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await note(trx, clock.now(), caller, 'name-moderator', address)
    return show(row)
  })
}

/** @throws ForbiddenError for all but the platform wallet; NotFoundError where the address is no moderator. */
export async function removeModerator(context: Context, caller: Address, given: string): Promise<void> {
  requirePlatform(context, caller)
  const { clock, db } = context
  const address = toAddress(given)
  await transaction(db, async trx => {
    const { numDeletedRows } = await trx
      .deleteFrom('moderators')
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new NotFoundError('This address is no moderator.')
    await note(trx, clock.now(), caller, 'remove-moderator', address)
  })
}

function requirePlatform({ config }: Context, caller: Address): void {
  if (caller !== config.platformWallet) throw new ForbiddenError('Only the platform wallet names moderators.')
}

async function note(
  trx: Db,
  at: number,
  actor: Address,
  action: 'name-moderator' | 'remove-moderator',
  address: Address,
): Promise<void> {
  await trx
    .insertInto('moderation_log')
    .values({
      id: createId('moderation', at),
      at,
      actor,
      action,
      kind: 'wallet',
      thing: address,
      title: checksum(address),
      owner: address,
      reason: '',
      reports: 0,
    })
    .execute()
  await noteAct(trx, at, { kind: 'moderation', actor, details: { action, address } })
}

function show({ address, named_at }: { readonly address: Address; readonly named_at: number }): Moderator {
  return { address: checksum(address), namedAt: instant(named_at) }
}
