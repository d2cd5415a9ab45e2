import type { Db } from '@furrow/storage/db.ts'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import { ensChain } from '../../ground/clients/ens.ts'
import { day, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, UnavailableError } from '../../ground/errors.ts'
import { askEnsAddressNow, findEnsAddress } from '../resolve/ens-answers.ts'
import { normalizeName } from '../resolve/names.ts'

export type EnsColumns = Pick<ProfileRow, 'ens_address' | 'ens_verified' | 'ens_check_at'>

const noName: EnsColumns = { ens_address: null, ens_verified: 0, ens_check_at: 0 }
const recheckAfter = day
const retryAfter = 5 * minute

/**
 * Asks the chain, so it is called outside of any transaction.
 * @throws BadRequestError for a name that does not resolve to the caller; UnavailableError where ENS cannot be asked;
 *   TooManyRequestsError.
 */
export async function readEnsColumns(
  context: Context,
  caller: Address,
  name: string | null,
): Promise<EnsColumns> {
  if (name === null) return noName
  const normal = normalizeName(name)
  if (!normal.includes('.'))
    throw new BadRequestError('ensAddress has at least two parts, such as name.eth.', {
      code: 'ens-name-invalid',
    })
  if (!context.chains.has(ensChain)) return { ...noName, ens_address: normal }
  if ((await askEnsAddressNow(context, normal, `wallet ${caller}`)) !== caller)
    throw new BadRequestError('This name does not resolve to your address; set its address record first.', {
      code: 'ens-name-elsewhere',
    })
  return { ens_address: normal, ens_verified: 1, ens_check_at: context.clock.now() + recheckAfter }
}

/** A confirmed name is taken from its holder. @throws BadRequestError for a claim of a name that somebody else has. */
export async function takeEnsName(trx: Db, caller: Address, columns: EnsColumns): Promise<void> {
  const { ens_address: name, ens_verified } = columns
  if (name === null) return
  const others = trx.selectFrom('profiles').select('address').where('ens_address', '=', name)
  const other = await others.where('address', '!=', caller).executeTakeFirst()
  if (other === undefined) return
  if (ens_verified === 0)
    throw new BadRequestError('This ensAddress belongs to another address.', { code: 'name-taken' })
  await trx.updateTable('profiles').set(noName).where('address', '=', other.address).execute()
}

/**
 * The row as it may be shown: ENS is asked again a day after it confirmed the name, and at once about a claim from a time
 * without an RPC. A name that no longer holds is dropped; while ENS cannot be asked, the confirmed one stays.
 */
export async function refreshEnsName(context: Context, row: ProfileRow): Promise<ProfileRow> {
  if (row.ens_address === null || !context.chains.has(ensChain)) return row
  const columns =
    row.ens_check_at > context.clock.now() ? row : await checkAgain(context, row, row.ens_address)
  return columns.ens_verified === 1 ? { ...row, ...columns } : { ...row, ...noName }
}

async function checkAgain(context: Context, row: ProfileRow, name: string): Promise<EnsColumns> {
  const columns = await askAgain(context, row, name)
  await context.db
    .updateTable('profiles')
    .set(columns)
    .where('address', '=', row.address)
    .where('ens_address', '=', name)
    .where('ens_check_at', '=', row.ens_check_at)
    .execute()
  return columns
}

async function askAgain(context: Context, row: ProfileRow, name: string): Promise<EnsColumns> {
  const now = context.clock.now()
  try {
    const holds = (await findEnsAddress(context, name, null)) === row.address
    return holds ? { ens_address: name, ens_verified: 1, ens_check_at: now + recheckAfter } : noName
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    return { ens_address: name, ens_verified: row.ens_verified, ens_check_at: now + retryAfter }
  }
}
