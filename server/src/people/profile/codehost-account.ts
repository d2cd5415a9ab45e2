import type { ProfileChange } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import type { OwnAccount } from '../../ground/clients/codehost/codehost.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, UnavailableError } from '../../ground/errors.ts'
import { refreshCoAuthored } from './co-authored.ts'

/** Tells the quests that this account proves the farmer's work; passed in, since `quests/` stands above. */
export type PinWork = (trx: Db, context: Context, farmer: Address, account: string) => Promise<void>

/** @throws BadRequestError where the token is refused, or is not of the name that is given beside it. */
export async function readProvenAccount(
  { codehost }: Context,
  { codehostToken, codehostUsername }: ProfileChange,
): Promise<OwnAccount | null> {
  if (codehostToken === undefined) return null
  if (codehost === null)
    throw new UnavailableError('No code host is configured that could prove an account.', {
      code: 'codehost-not-configured',
    })
  if (codehostUsername === null)
    throw new BadRequestError(
      'codehostUsername null unlinks the account, and codehostToken links it: send one of them.',
    )
  const account = await codehost.readAccount(codehostToken)
  if (codehostUsername !== undefined && codehostUsername.toLowerCase() !== account.login.toLowerCase())
    throw new BadRequestError('codehostToken is not a token of codehostUsername.')
  return account
}

/** Claims of the name give way, and unproved work is pinned to it. @throws BadRequestError for another's account. */
export async function linkAccount(
  trx: Db,
  context: Context,
  address: Address,
  { id, login, since }: OwnAccount,
  pinWork: PinWork,
): Promise<void> {
  const now = context.clock.now()
  const other = await trx
    .selectFrom('profiles')
    .select('address')
    .where('codehost_id', '=', id)
    .where('address', '!=', address)
    .executeTakeFirst()
  if (other !== undefined)
    throw new BadRequestError('This code-host account is linked to another address; unlink it there first.', {
      code: 'account-taken',
    })

  // A claim; or the old name of a proven account that was renamed since, which keeps its id.
  await trx
    .updateTable('profiles')
    .set({ codehost_username: null, codehost_login: null })
    .where('codehost_login', '=', login.toLowerCase())
    .where('address', '!=', address)
    .execute()
  await refreshCoAuthored(trx, address)
  await trx
    .updateTable('profiles')
    .set({
      codehost_username: login,
      codehost_login: login.toLowerCase(),
      codehost_id: id,
      codehost_since: since === null ? null : `${id}:${since}`,
      updated_at: now,
    })
    .where('address', '=', address)
    .execute()
  await refreshCoAuthored(trx, address)
  await pinWork(trx, context, address, id)
  // A line of a trust list is about the first account that is proved under its login.
  await trx
    .updateTable('trust_entries')
    .set({ account_id: id })
    .where('login', '=', login.toLowerCase())
    .where('account_id', 'is', null)
    .execute()
  // Merges that came before the proof are looked at again at once.
  await trx.updateTable('merge_hints').set({ next_at: now }).where('author_id', '=', id).execute()
  await trx
    .updateTable('bot_pulls')
    .set({ next_at: now })
    .where('author_id', '=', id)
    .where('open', '=', 1)
    .execute()
}
