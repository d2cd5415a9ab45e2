import type { KeptPasskey, ProfileChange } from '@furrow/sdk/contract'
import type { ProfileRow } from '@furrow/storage/tables.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'

type PasskeyColumns = Pick<ProfileRow, 'passkey_id' | 'passkey_key'>
type Given = ProfileChange['passkey']

/**
 * The address of a passkey's account follows from its public key: nobody can leave a key for an address that is not its own.
 * @throws BadRequestError where it is of another address, or its name is.
 */
export async function readPasskeyColumns(
  { config, db }: Pick<Context, 'config' | 'db'>,
  caller: Address,
  given: Given,
): Promise<PasskeyColumns | null> {
  if (given === undefined) return null
  if (given === null) return { passkey_id: null, passkey_key: null }
  requirePasskeys(config)
  const { passkeyAccount } = await import('@furrow/contracts/passkeys')
  if (toAddress(passkeyAccount(given.publicKey as `0x${string}`).address) !== caller)
    throw new BadRequestError('The account of this passkey has another address than yours.', {
      code: 'passkey-elsewhere',
    })
  const other = await db
    .selectFrom('profiles')
    .select('address')
    .where('passkey_id', '=', given.id)
    .where('address', '!=', caller)
    .executeTakeFirst()
  if (other !== undefined) throw passkeyTaken()
  return { passkey_id: given.id, passkey_key: given.publicKey }
}

export const passkeyTaken = () =>
  new BadRequestError('Another address has a passkey of this name.', { code: 'passkey-taken' })

/** The public key that was kept with a passkey's name. @throws NotFoundError; BadRequestError where there are no passkeys. */
export async function findPasskey(
  { config, db }: Pick<Context, 'config' | 'db'>,
  id: string,
): Promise<KeptPasskey> {
  requirePasskeys(config)
  const row = await db
    .selectFrom('profiles')
    .select(['address', 'passkey_key'])
    .where('passkey_id', '=', id)
    .executeTakeFirst()
  if (row?.passkey_key == null)
    throw new NotFoundError('No account here has this passkey.', { code: 'passkey-not-found' })
  return { id, publicKey: row.passkey_key, address: checksum(row.address) }
}

function requirePasskeys({ passkeyChainId }: Pick<Context['config'], 'passkeyChainId'>): void {
  if (passkeyChainId === null)
    throw new BadRequestError('There are no accounts by passkey here.', { code: 'passkeys-off' })
}
